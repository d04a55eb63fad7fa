import type { Pool } from 'pg'
import { sleep } from './numbers.ts'

const EVERY_MS = 10

type Seen = { text: string; wait: string | null; kind: string | null }

/** Looks every 10 ms at what the database is doing; `stop` prints where its time went, the most first. */
export const sampleDatabase = (pool: Pool, title: string): { stop: () => Promise<void> } => {
  const counts = new Map<string, number>()
  let samples = 0
  let stopped = false
  const look = async () => {
    const { rows } = await pool.query<Seen>(
      `select regexp_replace(left(query, 90), '\\s+', ' ', 'g') as text, wait_event as wait, wait_event_type as kind
        from pg_stat_activity
        where state = 'active' and pid <> pg_backend_pid() and datname = current_database()`,
    )
    samples++
    for (const { text, wait, kind } of rows) {
      const key = `${(kind ? `${kind}:${wait}` : 'running').padEnd(26)} ${text}`
      counts.set(key, (counts.get(key) ?? 0) + 1)
    }
  }
  const loop = (async () => {
    while (!stopped) {
      await look()
      await sleep(EVERY_MS)
    }
  })()
  return {
    stop: async () => {
      stopped = true
      await loop
      console.log(`  ${title}: active statements on average, over ${samples} looks`)
      const most = [...counts].toSorted((a, b) => b[1] - a[1]).slice(0, 14)
      for (const [key, count] of most) console.log(`    ${(count / samples).toFixed(2).padStart(6)}  ${key}`)
    },
  }
}
