import { sql } from 'drizzle-orm'
import type pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openSendPool } from '#server/modules/whatsapp/sending/queries/pool.ts'
import { buildOwnApp, type TestApp } from '#server/test/app.ts'
import { inSqlTransaction } from './sql-transaction.ts'

let t: TestApp
let sendPool: pg.Pool
const uncaught: string[] = []
const note = (error: Error) => void uncaught.push(error.message)

beforeAll(async () => {
  t = await buildOwnApp()
  sendPool = openSendPool(t.deps)
  process.on('uncaughtException', note)
})
afterAll(async () => {
  process.off('uncaughtException', note)
  await sendPool.end()
  await t.close()
})

const SLEEP = 'select pg_sleep(300)'

/** As when the database is restarted: every connection ends, whatever it is doing. */
const breakAll = async (busy: number) => {
  const { pool } = t.deps.database
  const others = 'from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()'
  const atWork = `select 1 ${others} and (query like '%pg_sleep%' or state = 'idle in transaction')`
  await expect.poll(async () => (await pool.query(atWork)).rowCount).toBe(busy)
  await pool.query(`select pg_terminate_backend(pid) ${others}`)
}

it('a broken connection fails what used it, and neither the process nor the next query', async () => {
  const { pool, db } = t.deps.database
  const broken = breakAll(7)
  const [first, ...results] = await Promise.allSettled([
    broken,
    pool.query(SLEEP),
    sendPool.query(SLEEP),
    inSqlTransaction(pool, (client) => client.query(SLEEP)),
    inSqlTransaction(pool, async (client) => {
      await client.query('select 1')
      await broken
      await client.query('select 1')
    }),
    inSqlTransaction(sendPool, (client) => client.query(SLEEP)),
    db.transaction((tx) => tx.execute(sql.raw(SLEEP))),
    db.transaction(async (tx) => {
      await tx.execute(sql`select 1`)
      await broken
      await tx.execute(sql`select 1`)
    }),
  ])
  expect([first.status, ...new Set(results.map(({ status }) => status))]).toEqual(['fulfilled', 'rejected'])
  expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }])
  expect((await sendPool.query('select 1 as one')).rows).toEqual([{ one: 1 }])
  expect(uncaught).toEqual([])
})
