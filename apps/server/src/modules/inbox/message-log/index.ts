export { readLogSummary } from './actions/read.ts'
