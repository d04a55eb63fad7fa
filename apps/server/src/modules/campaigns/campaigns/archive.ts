import type { ArchiveDefinition } from '#server/lib/archive-table.ts'

export const campaignsArchive: ArchiveDefinition = {
  company: [
    {
      file: 'campaigns',
      from: 'campaigns',
      columns: [
        ...['id', 'name', 'state', 'pause_reason', 'audience', 'content', 'schedule', 'owner_id', 'launched_by'],
        ...[
          'approval_needed',
          'approval_for',
          'approved_by',
          'approved_at',
          'waterfall',
          'cost_estimate',
          'starts_at',
          'started_at',
        ],
        ...[
          'finished_at',
          'series_id',
          'occurs_at',
          'blocking',
          'test_ends_at',
          'test_asked_at',
          'test_decision',
          'archived_at',
          'created_at',
          'updated_at',
        ],
      ],
    },
  ],
}
