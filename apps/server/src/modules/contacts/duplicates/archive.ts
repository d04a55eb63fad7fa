import type { ArchiveDefinition } from '#server/lib/archive-table.ts'

export const duplicatesArchive: ArchiveDefinition = {
  company: [
    {
      file: 'duplicate-contacts',
      from: 'duplicate_candidates',
      columns: ['id', 'a_id', 'b_id', 'score', 'reasons', 'state', 'decided_by', 'decided_at', 'created_at'],
    },
  ],
}
