export { recordAudit } from './actions.ts'
export { diffOf } from './mask.ts'
export { listSignInRows } from './queries.ts'
export type { AuditCheck } from './seals.ts'
