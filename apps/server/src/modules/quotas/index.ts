export { spendMail, spendQuota, spendStorage } from './actions.ts'
export { quotaJobs, quotaSchedules } from './jobs.ts'
