import { drizzle, type NodePgDatabase, type NodePgQueryResultHKT } from 'drizzle-orm/node-postgres'
import type { PgDatabase } from 'drizzle-orm/pg-core'
import pg from 'pg'

pg.types.setTypeParser(pg.types.builtins.INT8, Number)

/** A connection pool or a transaction: whatever queries run on. */
export type Db = PgDatabase<NodePgQueryResultHKT>

export type Database = {
  db: NodePgDatabase
  pool: pg.Pool
  close: () => Promise<void>
}

/**
 * Lets the pool outlive its connections. One that breaks while idle is replaced. One that breaks in the middle of a
 * transaction fails that transaction's queries; it tells of it by an event too, and a process in which no one listens to
 * that event ends.
 */
export const surviveBrokenConnections = (pool: pg.Pool): void => {
  pool.on('error', () => undefined)
  pool.on('connect', (client) => {
    client.on('error', () => undefined)
  })
}

/**
 * What each connection asks of any server: no JIT, which only costs on short statements, and the price of a read on solid
 * state disks, so that every server plans as the embedded one does.
 */
export const CONNECTION_OPTIONS = '-c jit=off -c timezone=UTC -c random_page_cost=1.1'

/** Milliseconds between probes on an idle connection: firewalls drop connections that stay silent for minutes. */
const KEEP_ALIVE_MS = 60_000
/** Milliseconds until an idle connection above the minimum is closed. */
const IDLE_MS = 600_000

/**
 * Opens a pool of at most `max` connections on `url`. Once opened, half of them stay open: a new session has to load the
 * system catalog, which takes longest just when bulk work keeps the processors busy.
 */
export const openDatabase = (url: string, max = 20): Database => {
  const pool = new pg.Pool({
    ...{ connectionString: url, options: CONNECTION_OPTIONS },
    ...{ keepAlive: true, keepAliveInitialDelayMillis: KEEP_ALIVE_MS },
    ...{ max, min: Math.ceil(max / 2), idleTimeoutMillis: IDLE_MS },
  })
  surviveBrokenConnections(pool)
  const db = drizzle(pool, { casing: 'snake_case' })
  return { db, pool, close: () => pool.end() }
}
