import type { Pool } from 'pg'
import { v7 as uuidv7 } from 'uuid'
import { runHelper, startHelper } from './lib/child.ts'
import type { Baselines } from './lib/figure.ts'
import { percentile } from './lib/numbers.ts'
import { openStage } from './lib/stage.ts'
import type { HttpLoad, HttpResult } from './load/http-load.ts'
import type { StandInStats } from './load/stand-in.ts'
import type { UndiciLoad } from './load/undici-load.ts'
import type { WebhookLoad, WebhookResult } from './load/webhook-load.ts'

const SECONDS = 4

const httpRate = async (server: 'startNode' | 'startFastify') => {
  const helper = await startHelper('bare-servers.ts')
  try {
    const { port } = await helper.call<{ port: number }>(server)
    const request = { method: 'POST', path: '/webhooks/whatsapp', headers: {}, body: '{}' }
    const load: HttpLoad = { port, requests: [request], connections: 64, seconds: SECONDS, perSecond: 0 }
    return (await runHelper<HttpResult>('http-load.ts', 'run', load)).perSecond
  } finally {
    await helper.stop()
  }
}

/** How late a bare Fastify answers the same signed webhooks at the same pace. */
const fastifyLateness = async () => {
  const helper = await startHelper('bare-servers.ts')
  try {
    const { port } = await helper.call<{ port: number }>('startFastify')
    const load: WebhookLoad = {
      port,
      appSecret: 'any',
      numbers: [{ phoneNumberId: '1', wabaId: '2', digits: '3' }],
      customers: 1000,
      connections: 64,
      seconds: SECONDS,
      perSecond: 1000,
      perBody: 1,
    }
    return (await runHelper<WebhookResult>('webhook-load.ts', 'run', load)).p99
  } finally {
    await helper.stop()
  }
}

const BATCH = 200
const insertBatch = (pool: Pool, at: number) => {
  const rows = Array.from({ length: BATCH }, (_, i) => ({
    id: uuidv7(),
    k: `key-${at}-${i}`,
    n: i,
    body: 'x'.repeat(60),
  }))
  return pool.query({
    name: 'bench_rows',
    text: `insert into bench_rows (id, k, n, body)
      select id, k, n, body from json_to_recordset($1::json) as t(id uuid, k text, n int, body text)`,
    values: [JSON.stringify(rows)],
  })
}

/** Rows a second that one client process commits to a table with three indexes, in batches, durably. */
const databaseRate = async () => {
  const stage = await openStage()
  try {
    const { pool } = stage.deps.database
    await pool.query('create table bench_rows (id uuid primary key, k text unique, n int, body text)')
    await pool.query('create index on bench_rows (n, id)')
    const deadline = performance.now() + SECONDS * 1000
    let batches = 0
    const started = performance.now()
    const loop = async () => {
      while (performance.now() < deadline) await insertBatch(pool, batches++)
    }
    await Promise.all([loop(), loop(), loop(), loop()])
    return (batches * BATCH * 1000) / (performance.now() - started)
  } finally {
    await stage.close()
  }
}

const COMMITS = 100

const commitTime = async () => {
  const stage = await openStage()
  try {
    const { pool } = stage.deps.database
    await pool.query('create table bench_commits (n int)')
    const times: number[] = []
    for (let n = 0; n < COMMITS; n++) {
      const started = performance.now()
      await pool.query('insert into bench_commits values ($1)', [n])
      times.push(performance.now() - started)
    }
    return percentile(times, 0.5)
  } finally {
    await stage.close()
  }
}

/** Calls a second that undici alone makes to the stand-in of the Graph API. */
const undiciRate = async () => {
  const standIn = await startHelper('stand-in.ts')
  try {
    const { port } = await standIn.call<{ port: number }>('start', { delayMs: 50 })
    const load: UndiciLoad = { port, seconds: SECONDS + 2, parallel: 1000 }
    await runHelper('undici-load.ts', 'run', load)
    return (await standIn.call<StandInStats>('stats')).steadyPerSecond
  } finally {
    await standIn.stop()
  }
}

const once = <T>(measure: () => Promise<T>) => {
  let value: Promise<T> | undefined
  return () => {
    value ??= measure()
    return value
  }
}

/** Each is measured when the first figure asks for it, and once in a run. */
export const createBaselines = (): Baselines => ({
  httpPerSecond: once(() => httpRate('startNode')),
  fastifyPerSecond: once(() => httpRate('startFastify')),
  fastifyP99: once(fastifyLateness),
  rowsPerSecond: once(databaseRate),
  undiciPerSecond: once(undiciRate),
  commitMs: once(commitTime),
})
