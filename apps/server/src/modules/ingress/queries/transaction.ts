import { drizzle } from 'drizzle-orm/node-postgres'
import type { PoolClient } from 'pg'
import type { Db } from '#server/db/client.ts'
import * as schema from '#server/db/schema/index.ts'

/** Begins the transaction of a batch. Its statements are all meant for indexes, however little the planner knows of the tables. */
export const beginWork = async (client: PoolClient): Promise<void> => {
  await client.query('begin; set local enable_seqscan = off')
}

export const commitWork = async (client: PoolClient): Promise<void> => {
  await client.query('commit')
}

/** Answers the error that makes the connection useless, if it is. */
export const rollBackWork = async (client: PoolClient): Promise<Error | undefined> => {
  try {
    await client.query('rollback')
    return undefined
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error))
  }
}

/** The transaction of a connection as ordinary queries take it. */
export const dbOf = (client: PoolClient): Db => drizzle(client, { schema, casing: 'snake_case' })

/** Connection lost, server stopping or full, deadlock, serialization: another try may succeed with the same data. */
const passing = /^(?:08|40|53|55|57|58)/

/** Whether an error says something about the database and nothing about the data. */
export const isPassing = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false
  const code = 'code' in error ? String(error.code) : ''
  if (code === '') return /connection|timeout|terminat/i.test(error.message)
  return passing.test(code) || /^E[A-Z]+$/.test(code)
}
