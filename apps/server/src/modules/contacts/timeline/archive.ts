import type { ArchiveDefinition } from '#server/lib/archive-table.ts'

export const timelineArchive: ArchiveDefinition = {
  company: [
    {
      file: 'contact-events',
      from: 'contact_events',
      columns: ['id', 'contact_id', 'kind', 'actor_id', 'data', 'at'],
    },
  ],
}
