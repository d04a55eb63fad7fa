import { type ArchiveDefinition, keyOf } from '#server/lib/archive-table.ts'

export const risksArchive: ArchiveDefinition = {
  company: [
    {
      file: 'campaign-risks',
      from: 'campaign_risks',
      key: keyOf('campaign_id', 'rule'),
      columns: ['campaign_id', 'rule', 'evidence', 'state', 'decided_at', 'created_at'],
    },
  ],
}
