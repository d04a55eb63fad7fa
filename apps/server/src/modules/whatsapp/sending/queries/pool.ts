import pg from 'pg'
import type { Deps } from '#server/context.ts'
import { CONNECTION_OPTIONS, surviveBrokenConnections } from '#server/db/client.ts'

const CONNECTIONS = 4

/**
 * Connections of the sender's own, so that requests never keep a message waiting, nor bulk those that people wait for.
 * Each of its statements is meant for an index; a planner that last saw the tables empty would read them whole, so it is
 * told not to.
 */
export const openSendPool = (deps: Deps): pg.Pool => {
  const pool = new pg.Pool({
    ...deps.database.pool.options,
    max: CONNECTIONS,
    min: CONNECTIONS,
    options: `${CONNECTION_OPTIONS} -c enable_seqscan=off -c enable_hashjoin=off -c enable_mergejoin=off`,
  })
  surviveBrokenConnections(pool)
  return pool
}
