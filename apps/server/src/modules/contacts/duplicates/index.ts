export { lookForDuplicates } from './jobs.ts'
