import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { Pool } from 'pg'
import type { Lag } from './strain.ts'

const RESOLUTION_MS = 10
const PERCENTILE = 90
/** A commit that is written to disk and changes nothing. */
const COMMIT = { name: 'admission_commit', text: `select pg_logical_emit_message(true, 'recado', '')` }

/** Measures this process as a person who requests something from it experiences it. */
export const createLagMeter = (pool: Pool) => {
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
  return {
    start: () => void delay.enable(),
    stop: () => void delay.disable(),
    read: async (): Promise<Lag> => {
      const loopMs = Math.max(0, delay.percentile(PERCENTILE) / 1e6 - RESOLUTION_MS)
      delay.reset()
      const asked = performance.now()
      const client = await pool.connect()
      const connected = performance.now()
      try {
        await client.query(COMMIT)
      } finally {
        client.release()
      }
      return { loopMs, poolMs: connected - asked, commitMs: performance.now() - connected }
    },
  }
}
