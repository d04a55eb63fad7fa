import type { ArchiveDefinition } from '#server/lib/archive-table.ts'

export const heldMessagesArchive: ArchiveDefinition = {
  company: [
    {
      file: 'held-messages',
      from: 'held_messages',
      columns: ['id', 'conversation_id', 'author_id', 'kind', 'draft', 'state', 'held_until', 'created_at'],
    },
  ],
}
