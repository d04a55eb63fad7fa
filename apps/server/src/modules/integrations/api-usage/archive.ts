import type { ArchiveDefinition } from '#server/lib/archive-table.ts'

export const apiUsageArchive: ArchiveDefinition = {
  company: [
    {
      file: 'api-requests',
      from: 'api_request_logs',
      columns: ['id', 'api_key_id', 'method', 'path', 'status', 'code', 'ms', 'address', 'request_id', 'created_at'],
    },
  ],
}
