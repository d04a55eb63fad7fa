export { authJobs, authSchedules } from './jobs.ts'
