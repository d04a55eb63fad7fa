export { spendMail, spendQuota, spendStorage } from './actions.ts'
