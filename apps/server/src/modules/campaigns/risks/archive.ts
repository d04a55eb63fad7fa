import type { ArchiveDefinition } from '#server/lib/archive-table.ts'

export const risksArchive: ArchiveDefinition = {
  company: [
    {
      file: 'campaign_risks',
      from: 'campaign_risks',
      columns: ['campaign_id', 'rule', 'evidence', 'state', 'decided_at', 'created_at'],
    },
  ],
}
