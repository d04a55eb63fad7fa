import { keptText } from '#web/lib/api/search.ts'

const auditSearchNames = ['actor', 'action', 'target', 'source', 'from', 'to', 'companyId', 'entry', 'cursor'] as const
export type AuditSearch = { [K in (typeof auditSearchNames)[number]]?: string }
export const validateAuditSearch = (raw: Record<string, unknown>): AuditSearch => keptText(auditSearchNames, raw)
