import type { ArchiveDefinition } from '#server/lib/archive-table.ts'

export const clicksArchive: ArchiveDefinition = {
  company: [
    {
      file: 'link-clicks',
      from: 'link_clicks',
      columns: ['id', 'link_id', 'campaign_id', 'seq', 'at', 'ip', 'user_agent', 'bot', 'first'],
    },
  ],
}
