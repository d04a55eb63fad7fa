import { runHelper, startHelper } from '../lib/child.ts'
import type { Baselines, BenchOptions, Figure, Measure } from '../lib/figure.ts'
import { databaseSeconds } from '../lib/memory.ts'
import { sleep } from '../lib/numbers.ts'
import { startProduct } from '../lib/product.ts'
import { sampleDatabase } from '../lib/sample-database.ts'
import { appSecret, openStage, type Stage } from '../lib/stage.ts'
import { addCompanies, type BenchCompany } from '../lib/world.ts'
import type { ProbeResult } from '../load/socket-load.ts'
import type { WebhookLoad, WebhookResult } from '../load/webhook-load.ts'

const COMPANIES = 20

const countMessages = async (stage: Stage) =>
  Number((await stage.deps.database.pool.query('select count(*) as n from messages')).rows[0]?.n)

/** Waits until no stored body waits; answers the instant at which that was so. */
const whenProcessed = async (stage: Stage): Promise<number> => {
  for (let tries = 0; tries < 6000; tries++) {
    const { rows } = await stage.deps.database.pool.query('select 1 from webhook_events where state = 0 limit 1')
    if (rows.length === 0) return Date.now()
    await sleep(20)
  }
  throw new Error('webhook bodies were left over')
}

type Run = { load: Partial<WebhookLoad>; stage: Stage; companies: BenchCompany[]; seconds: number }

const runLoad = async ({ load, stage, companies, seconds }: Run) => {
  const before = await countMessages(stage)
  const result = await runHelper<WebhookResult>('webhook-load.ts', 'run', {
    port: stage.port,
    appSecret,
    numbers: companies.map((company) => company.number),
    customers: 1000,
    connections: 64,
    seconds,
    perSecond: 0,
    perBody: 1,
    ...load,
  } satisfies WebhookLoad)
  const end = await whenProcessed(stage)
  const stored = (await countMessages(stage)) - before
  if (result.failures > 0) throw new Error(`${result.failures} webhooks were not answered with 200`)
  if (stored < result.messages) throw new Error(`${result.messages} messages were acknowledged, ${stored} are there`)
  return { ...result, perSecond: (stored * 1000) / (end - result.startedAt) }
}

const measure = async (options: BenchOptions, baselines: Baselines): Promise<Measure[]> => {
  const fastify = { name: 'bare Fastify', value: await baselines.fastifyPerSecond() }
  const rows = { name: 'bare batched rows', value: await baselines.rowsPerSecond() }
  const lateness = { name: 'bare Fastify', value: await baselines.fastifyP99() }
  const stage = await openStage()
  try {
    const companies = await addCompanies(stage.deps, COMPANIES)
    const [watched] = await addCompanies(stage.deps, 1)
    if (!watched) throw new Error('no company')
    const product = await startProduct(stage, options.profile ? 'inbound' : null)
    const sockets = await startHelper('socket-load.ts')
    await sockets.call('open', { port: stage.port, cookies: companies.map((c) => c.cookie), perCookie: 1 })
    const { seconds } = options
    await runLoad({ load: {}, stage, companies, seconds: 2 })

    const costBefore = [await product.cpuSeconds(), await databaseSeconds(stage.dataDir)] as const
    const sampled = options.profile ? sampleDatabase(stage.deps.database.pool, 'one message a webhook') : null
    const single = await runLoad({ load: {}, stage, companies, seconds })
    await sampled?.stop()
    const microseconds = (spent: number) => Math.round((spent / single.messages) * 1e6)
    const ofProduct = microseconds((await product.cpuSeconds()) - costBefore[0])
    const ofDatabase = microseconds((await databaseSeconds(stage.dataDir)) - costBefore[1])
    const batched = await runLoad({ load: { perBody: 5 }, stage, companies, seconds })
    const probe = sockets.call<ProbeResult>('probe', {
      port: stage.port,
      cookie: watched.cookie,
      number: watched.number,
      appSecret,
      seconds,
    })
    const pace = Math.round(single.perSecond / 2)
    const paced = await runLoad({ load: { perSecond: pace }, stage, companies, seconds })
    const { p50, p99, count } = await probe
    const { changes } = await sockets.call<{ changes: number }>('stats')
    await sockets.stop()
    await product.stop()
    if (changes === 0) throw new Error('no change event reached a socket')
    return [
      {
        name: 'inbound messages, stored, processed and pushed',
        value: single.perSecond,
        unit: '/s',
        target: { at: 'least', value: 5000 },
        baseline: fastify,
        note: `processor time each: product ${ofProduct} µs, database ${ofDatabase} µs`,
      },
      { name: 'inbound, 5 messages a webhook', value: batched.perSecond, unit: '/s', baseline: rows },
      {
        name: 'answer to a webhook at half of that rate, p99',
        value: paced.p99,
        unit: 'ms',
        target: { at: 'most', value: 50 },
        baseline: lateness,
        note: `p50 ${paced.p50.toFixed(1)} ms; ${pace}/s`,
      },
      {
        name: 'webhook to change event on a socket at half of that rate, p99',
        value: p99,
        unit: 'ms',
        note: `p50 ${p50.toFixed(1)} ms, ${count} probes`,
      },
    ]
  } finally {
    await stage.close()
  }
}

export const inbound: Figure = { name: 'inbound', title: 'WhatsApp messages coming in', run: measure }
