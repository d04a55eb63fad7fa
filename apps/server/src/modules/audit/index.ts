export { recordAudit } from './actions.ts'
export { auditJobs, auditSchedules } from './jobs.ts'
export { diffOf } from './mask.ts'
export { listSignInRows } from './queries.ts'
