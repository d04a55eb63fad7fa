import { logExport } from './actions/export.ts'

export { categoryColumn, priceColumns, priceJoin } from './queries/price.ts'

export const messageLogJobs = [logExport.job]
