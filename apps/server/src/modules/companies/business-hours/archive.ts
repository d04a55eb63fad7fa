import type { ArchiveDefinition } from '#server/lib/archive-table.ts'

export const businessHoursArchive: ArchiveDefinition = {
  company: [
    { file: 'business-hours', from: 'business_hours', columns: ['id', 'name', 'timezone', 'weekly', 'holidays'] },
  ],
}
