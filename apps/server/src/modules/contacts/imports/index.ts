export { suggestColumns } from './rows/suggest.ts'
export { BadCell, readPhone } from './rows/values.ts'
