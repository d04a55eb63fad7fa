import type { ArchiveDefinition } from '#server/lib/archive-table.ts'

export const viewsArchive: ArchiveDefinition = {
  company: [
    {
      file: 'shared-views',
      from: 'saved_views',
      where: 'company_id = $owner and shared',
      columns: ['id', 'page', 'name', 'search', 'owner_id', 'created_at'],
    },
  ],
  person: [
    {
      file: 'views',
      from: 'saved_views',
      where: 'owner_id = $owner',
      columns: ['id', 'company_id', 'page', 'name', 'search', 'shared', 'created_at'],
    },
  ],
}
