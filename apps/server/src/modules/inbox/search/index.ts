export { hasWords } from './queries/text-query.ts'
