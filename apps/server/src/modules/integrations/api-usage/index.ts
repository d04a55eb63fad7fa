export { recordRequests } from './record.ts'
