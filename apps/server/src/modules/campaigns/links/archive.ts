import type { ArchiveDefinition } from '#server/lib/archive-table.ts'

export const linksArchive: ArchiveDefinition = {
  company: [
    {
      file: 'tracked-links',
      from: 'tracked_links',
      columns: ['id', 'campaign_id', 'url', 'key', 'is_test', 'created_at'],
    },
  ],
}
