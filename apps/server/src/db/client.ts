import { drizzle, type NodePgDatabase, type NodePgQueryResultHKT } from 'drizzle-orm/node-postgres'
import type { PgDatabase } from 'drizzle-orm/pg-core'
import pg from 'pg'
import * as schema from './schema/index.ts'

pg.types.setTypeParser(pg.types.builtins.INT8, Number)

/** A connection pool or a transaction: whatever queries run on. */
export type Db = PgDatabase<NodePgQueryResultHKT, typeof schema>

export type Database = {
  db: NodePgDatabase<typeof schema>
  pool: pg.Pool
  close: () => Promise<void>
}

/** Opens a pool on `url`. `max` connections; JIT is off because it only costs on short statements. */
export const openDatabase = (url: string, max = 20): Database => {
  const pool = new pg.Pool({ connectionString: url, max, options: '-c jit=off -c timezone=UTC', keepAlive: true })
  pool.on('error', () => {
    // An idle connection broke; the pool replaces it, and queries in flight report their own errors.
  })
  const db = drizzle(pool, { schema, casing: 'snake_case' })
  return { db, pool, close: () => pool.end() }
}
