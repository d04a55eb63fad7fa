import type { ArchiveDefinition } from '#server/lib/archive-table.ts'

export const privacyArchive: ArchiveDefinition = {
  company: [
    {
      file: 'privacy-requests',
      from: 'privacy_requests',
      columns: [
        'id',
        'contact_id',
        'kind',
        'state',
        'intake',
        'law',
        'note',
        'due_at',
        'owner_id',
        'refusal',
        'closed_at',
        'created_at',
      ],
    },
    {
      file: 'erasures',
      from: 'contact_erasures',
      columns: ['id', 'contact_id', 'mode', 'state', 'request_id', 'actor_id', 'counts', 'created_at', 'finished_at'],
    },
  ],
}
