export { scheduledJobs, scheduledSchedules } from './jobs.ts'
