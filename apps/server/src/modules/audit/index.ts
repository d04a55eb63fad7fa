export { type AuditFact, listAudit, recordAudit } from './actions.ts'
