import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'

/** Any numbers; they name the locks among the advisory locks of the database. */
const LOCK = 7_201_975
const WORK_LOCK = 7_201_976
const PAUSE_MS = 100
const PATIENCE_MS = 5000
/** A worker whose installation was killed ends within seconds. */
const WORK_PATIENCE_MS = 30_000

/** What a predecessor held: names, messages in flight, jobs. Their ends are due now instead of when the leases run out. */
const handOvers = [
  'delete from leases where $1::text is null or owner = $1',
  'update outbound_sends set lease_until = now() where state = 1 and ($1::text is null or lease_owner = $1)',
  "update jobs set lease_until = now() where status = 'running' and ($1::text is null or lease_owner = $1)",
]

const giveUp = async (client: pg.Client, owner: string | null) => {
  for (const statement of handOvers) await client.query(statement, [owner])
}

const connect = async (url: string) => {
  const client = new pg.Client({ connectionString: url, keepAlive: true, application_name: 'recado occupancy' })
  // Without a listener a lost connection would end the process, whose other connections recover.
  client.on('error', () => undefined)
  await client.connect()
  return client
}

type Waiting = { lock: number; take: string; patienceMs: number; refusal: string }

/** Takes a lock that lives as long as its connection, so that it ends with the process. */
const hold = async (url: string, { lock, take, patienceMs, refusal }: Waiting) => {
  const client = await connect(url)
  for (const end = performance.now() + patienceMs; ; ) {
    const { rows } = await client.query<{ taken: boolean }>(`select ${take}($1) as taken`, [lock])
    if (rows[0]?.taken) return client
    if (performance.now() > end) {
      await client.end()
      throw new Error(refusal)
    }
    await sleep(PAUSE_MS)
  }
}

/**
 * Says that this process works on the database: alone, or together with others. Throws an error meant for people when
 * that contradicts a process that is there already.
 */
export const occupyDatabase = async (url: string, alone: boolean): Promise<() => Promise<void>> => {
  const client = await hold(url, {
    lock: LOCK,
    take: alone ? 'pg_try_advisory_lock' : 'pg_try_advisory_lock_shared',
    patienceMs: PATIENCE_MS,
    refusal: 'Another Recado works on this data already. Stop it, or choose another DATA_DIR and PORT.',
  })
  return () => client.end()
}

/**
 * Says that this process is the only worker on a database that one installation has for itself, and takes over at once what
 * a killed predecessor owned, without waiting for its leases to end.
 */
export const holdWork = async (url: string): Promise<() => Promise<void>> => {
  const client = await hold(url, {
    lock: WORK_LOCK,
    take: 'pg_try_advisory_lock',
    patienceMs: WORK_PATIENCE_MS,
    refusal: 'Another worker works on this data already and does not end.',
  })
  await giveUp(client, null)
  return () => client.end()
}

/** Hands over at once what a process owned that is known to have ended, where others work on the same database. */
export const handOver = async (url: string, owner: string): Promise<void> => {
  const client = await connect(url)
  await giveUp(client, owner).finally(() => client.end())
}
