export { recomputeAccess } from './access/actions.ts'
export { platformAdminJobs, platformAdminSchedules } from './jobs.ts'
