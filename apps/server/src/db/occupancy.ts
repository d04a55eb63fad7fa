import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'

/** Any number; names the lock among the advisory locks of the database. */
const LOCK = 7_201_975
const TRIES = 50
const PAUSE_MS = 100

/** What a predecessor held: names, messages in flight, jobs. Their ends are due now instead of when the leases run out. */
const handOver = `
  delete from leases;
  update outbound_sends set lease_until = now() where state = 1;
  update jobs set lease_until = now() where status = 'running'`

/**
 * Says that this process works on the database: alone, or together with others. Throws an error meant for people when
 * that contradicts a process that is there already. Whoever is alone takes over at once what a killed predecessor owned,
 * without waiting for its leases to end. The lock lives as long as its connection, so it ends with the process.
 */
export const occupyDatabase = async (url: string, alone: boolean): Promise<() => Promise<void>> => {
  const client = new pg.Client({ connectionString: url, keepAlive: true, application_name: 'recado occupancy' })
  // Without a listener a lost connection would end the process, whose other connections recover.
  client.on('error', () => undefined)
  await client.connect()
  const take = alone ? 'pg_try_advisory_lock' : 'pg_try_advisory_lock_shared'
  for (let tries = 1; ; tries++) {
    const { rows } = await client.query<{ taken: boolean }>(`select ${take}($1) as taken`, [LOCK])
    if (rows[0]?.taken) break
    if (tries === TRIES) {
      await client.end()
      throw new Error('Another Recado works on this data already. Stop it, or choose another DATA_DIR and PORT.')
    }
    await sleep(PAUSE_MS)
  }
  if (alone) await client.query(handOver)
  return () => client.end()
}
