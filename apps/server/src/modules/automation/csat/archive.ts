import type { ArchiveDefinition } from '#server/lib/archive-table.ts'

export const csatArchive: ArchiveDefinition = {
  company: [
    {
      file: 'csat',
      from: 'csat_responses',
      columns: ['id', 'conversation_id', 'score', 'comment', 'sent_at', 'answered_at'],
    },
  ],
}
