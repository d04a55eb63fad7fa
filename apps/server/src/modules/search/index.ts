export { textQuery } from './text-query.ts'
