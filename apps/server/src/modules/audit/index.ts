export { listAudit, recordAudit } from './actions.ts'
