export { recordAudit } from './actions.ts'
export { auditJobs, auditSchedules } from './jobs.ts'
export { diffOf } from './mask.ts'
