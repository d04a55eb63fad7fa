import { drizzle } from 'drizzle-orm/node-postgres'
import type { Pool, PoolClient } from 'pg'
import type { Db } from './client.ts'

const rollBack = async (client: PoolClient): Promise<Error | undefined> => {
  try {
    await client.query('rollback')
    return undefined
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error))
  }
}

/**
 * A transaction of hand-written statements on one connection; rolled back when `fn` throws. `begin` may carry settings
 * of the transaction.
 */
export const inSqlTransaction = async <R>(
  pool: Pool,
  fn: (client: PoolClient) => Promise<R>,
  begin = 'begin',
): Promise<R> => {
  const client = await pool.connect()
  let broken: Error | undefined
  try {
    await client.query(begin)
    const result = await fn(client)
    await client.query('commit')
    return result
  } catch (error) {
    broken = await rollBack(client)
    throw error
  } finally {
    client.release(broken)
  }
}

/** A query builder on the connection of a transaction. */
export const dbOf = (client: PoolClient): Db => drizzle(client, { casing: 'snake_case' })
