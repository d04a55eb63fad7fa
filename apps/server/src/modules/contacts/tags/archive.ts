import type { ArchiveDefinition } from '#server/lib/archive-table.ts'

export const tagsArchive: ArchiveDefinition = {
  company: [
    {
      file: 'contact-tags',
      from: 'contact_tags',
      columns: ['id', 'name', 'color', 'created_at'],
    },
  ],
}
