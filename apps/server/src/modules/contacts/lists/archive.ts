import { type ArchiveDefinition, keyOf } from '#server/lib/archive-table.ts'

export const listsArchive: ArchiveDefinition = {
  company: [
    {
      file: 'contact-lists',
      from: 'contact_lists',
      columns: ['id', 'name', 'description', 'created_at'],
    },
    {
      file: 'contact-list-members',
      from: 'contact_list_members',
      key: keyOf('list_id', 'contact_id'),
      columns: ['list_id', 'contact_id', 'source', 'added_by', 'created_at'],
    },
  ],
}
