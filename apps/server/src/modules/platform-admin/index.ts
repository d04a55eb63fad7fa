export { platformListExports } from './exports.ts'
export { platformAdminJobs, platformAdminSchedules } from './jobs.ts'
