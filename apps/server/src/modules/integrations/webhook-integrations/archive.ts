import type { ArchiveDefinition } from '#server/lib/archive-table.ts'

export const inboundArchive: ArchiveDefinition = {
  company: [
    {
      file: 'webhook-integrations',
      from: 'webhook_integrations',
      columns: ['id', 'source_key', 'name', 'enabled', 'mapping', 'actions', 'last_event_at', 'created_at'],
    },
    {
      file: 'webhook-inbound-events',
      from: 'webhook_inbound_events',
      columns: [
        ...['id', 'integration_id', 'received_at', 'event', 'canonical', 'object_key', 'state', 'reason', 'is_test'],
        ...['contact_id', 'results', 'attempts', 'processed_at'],
      ],
    },
    {
      file: 'contact-system-events',
      from: 'contact_system_events',
      columns: ['id', 'contact_id', 'integration_id', 'source_key', 'canonical', 'object_key', 'fields', 'at'],
    },
  ],
}
