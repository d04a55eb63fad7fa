export { messageExports } from './actions/export.ts'
export { categoryColumn, priceColumns, priceJoin } from './queries/price.ts'
