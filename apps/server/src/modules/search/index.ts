export { textQuery } from './queries/text-query.ts'
