export { spendMail, spendQuota, spendQuotaFor, spendStorage } from './actions.ts'
