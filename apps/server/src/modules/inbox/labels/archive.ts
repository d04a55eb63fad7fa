import type { ArchiveDefinition } from '#server/lib/archive-table.ts'

export const labelsArchive: ArchiveDefinition = {
  company: [{ file: 'labels', from: 'labels', columns: ['id', 'name', 'color', 'created_at'] }],
}
