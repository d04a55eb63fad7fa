import { type ArchiveDefinition, keyOf } from '#server/lib/archive-table.ts'

export const repliesArchive: ArchiveDefinition = {
  company: [
    {
      file: 'campaign-replies',
      from: 'campaign_replies',
      key: keyOf('message_id'),
      columns: ['message_id', 'answered_id', 'campaign_id', 'button', 'gone', 'taken_at'],
    },
  ],
}
