import { type ArchiveDefinition, keyOf } from '#server/lib/archive-table.ts'

export const addressBookArchive: ArchiveDefinition = {
  company: [
    {
      file: 'contact-bulk-changes',
      from: 'contact_bulk_changes',
      columns: ['id', 'actor_id', 'kind', 'args', 'count', 'created_at', 'undone_at'],
    },
    {
      file: 'contact-bulk-change-rows',
      from: 'contact_bulk_change_rows',
      key: keyOf('change_id', 'contact_id'),
      columns: ['change_id', 'contact_id', 'before', 'after'],
    },
  ],
}
