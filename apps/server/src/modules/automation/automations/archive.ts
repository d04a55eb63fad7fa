import { type ArchiveDefinition, keyOf } from '#server/lib/archive-table.ts'

export const automationsArchive: ArchiveDefinition = {
  company: [
    {
      file: 'automations',
      from: 'automations',
      columns: [
        'id',
        'name',
        'folder',
        'state',
        'pause_reason',
        'live_version',
        'owner_id',
        'created_at',
        'updated_at',
      ],
    },
    {
      file: 'automation-versions',
      from: 'automation_versions',
      key: keyOf('automation_id', 'number'),
      columns: ['automation_id', 'number', 'note', 'author_id', 'published_at'],
    },
  ],
}
