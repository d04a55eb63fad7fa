export { categoryColumn, priceColumns, priceJoin } from '#server/db/message-price.ts'
