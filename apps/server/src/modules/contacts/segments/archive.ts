import type { ArchiveDefinition } from '#server/lib/archive-table.ts'

export const segmentsArchive: ArchiveDefinition = {
  company: [
    {
      file: 'segments',
      from: 'segments',
      columns: ['id', 'name', 'filter', 'shared', 'author_id', 'count', 'counted_at', 'created_at'],
    },
  ],
}
