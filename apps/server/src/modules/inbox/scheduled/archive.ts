import type { ArchiveDefinition } from '#server/lib/archive-table.ts'

export const scheduledArchive: ArchiveDefinition = {
  company: [
    {
      file: 'scheduled-messages',
      from: 'scheduled_messages',
      columns: [
        'id',
        'conversation_id',
        'author_id',
        'send_at',
        'draft',
        'fallback',
        'state',
        'message_id',
        'created_at',
      ],
    },
  ],
}
