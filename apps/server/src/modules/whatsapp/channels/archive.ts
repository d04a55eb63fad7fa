import type { ArchiveDefinition } from '#server/lib/archive-table.ts'

export const channelsArchive: ArchiveDefinition = {
  company: [
    {
      file: 'numbers',
      from: 'channels',
      columns: [
        ...['id', 'phone', 'name', 'kind', 'status', 'quality', 'messaging_limit', 'profile', 'settings'],
        ...['created_at', 'disconnected_at'],
      ],
    },
    {
      file: 'number-events',
      from: 'channel_events',
      columns: ['id', 'channel_id', 'kind', 'before', 'after', 'detail', 'created_at'],
    },
    {
      file: 'accounts',
      from: 'wa_accounts',
      columns: ['id', 'waba_id', 'portfolio_id', 'name', 'currency', 'timezone_id', 'review_status', 'created_at'],
    },
  ],
}
