import { type ArchiveDefinition, keyOf } from '#server/lib/archive-table.ts'

export const outboundArchive: ArchiveDefinition = {
  company: [
    {
      file: 'webhook-endpoints',
      from: 'webhook_endpoints',
      columns: [
        ...['id', 'url', 'description', 'events', 'filters', 'api_version', 'enabled', 'disabled_reason'],
        ...['disabled_at', 'failing_since', 'last_success_at', 'created_at'],
      ],
    },
    {
      file: 'webhook-deliveries',
      from: 'webhook_deliveries',
      key: keyOf('endpoint_id', 'event_id'),
      columns: [
        ...['endpoint_id', 'event_id', 'type', 'data', 'happened_at', 'contact_id', 'state', 'is_test', 'tries'],
        ...['last_status', 'last_error', 'delivered_at', 'created_at'],
      ],
    },
  ],
}
