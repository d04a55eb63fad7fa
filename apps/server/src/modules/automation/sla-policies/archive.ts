import type { ArchiveDefinition } from '#server/lib/archive-table.ts'

export const slaPoliciesArchive: ArchiveDefinition = {
  company: [{ file: 'sla-policies', from: 'sla_policies', columns: ['id', 'name', 'targets', 'conditions', 'active'] }],
}
