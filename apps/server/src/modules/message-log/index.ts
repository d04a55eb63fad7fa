export { categoryColumn, priceColumns, priceJoin } from './queries/price.ts'
