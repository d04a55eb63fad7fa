export { retentionJobs, retentionSchedules } from './jobs.ts'
