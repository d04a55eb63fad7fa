export { systemJobs, systemSchedules } from './jobs.ts'
