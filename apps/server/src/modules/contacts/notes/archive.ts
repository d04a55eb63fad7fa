import type { ArchiveDefinition } from '#server/lib/archive-table.ts'

export const notesArchive: ArchiveDefinition = {
  company: [
    {
      file: 'contact-notes',
      from: 'contact_notes',
      columns: [
        ...['id', 'contact_id', 'author_id', 'kind', 'body', 'pinned', 'due_at', 'done_at', 'reminded_at'],
        ...['created_at', 'updated_at'],
      ],
    },
  ],
}
