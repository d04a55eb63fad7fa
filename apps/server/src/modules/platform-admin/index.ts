export { platformAdminJobs, platformAdminSchedules } from './jobs.ts'
