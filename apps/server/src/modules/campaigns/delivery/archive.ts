import { type ArchiveDefinition, keyOf } from '#server/lib/archive-table.ts'

export const deliveryArchive: ArchiveDefinition = {
  company: [
    {
      file: 'campaign-recipients',
      from: 'campaign_recipients',
      key: keyOf('campaign_id', 'contact_id'),
      columns: [
        ...[
          'campaign_id',
          'contact_id',
          'wave',
          'not_before',
          'variant',
          'channel_id',
          'recipient',
          'language',
          'params',
          'raw',
        ],
        ...['message_id', 'skip_reason', 'canceled_at', 'attempts', 'clicked_at', 'replied_at', 'opted_out_at'],
      ],
    },
    {
      file: 'campaign-counts',
      from: 'campaign_counts',
      key: keyOf('campaign_id', 'measure', 'detail', 'variant', 'channel_id', 'hour', 'slot'),
      columns: ['campaign_id', 'measure', 'detail', 'variant', 'channel_id', 'hour', 'n', 'amount'],
    },
  ],
}
