export { companyRemovalJobs, companyRemovalSchedules } from './jobs.ts'
