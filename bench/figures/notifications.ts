import { runHelper, startHelper } from '../lib/child.ts'
import type { Baselines, BenchOptions, Figure, Measure } from '../lib/figure.ts'
import { databaseSeconds } from '../lib/memory.ts'
import { addEnvironment, addInAppWorkflow, type BenchEnvironment, callV1, fillInboxes } from '../lib/notifications.ts'
import { sleep } from '../lib/numbers.ts'
import { type Product, startProduct } from '../lib/product.ts'
import { openStage, type Stage } from '../lib/stage.ts'
import type { HttpLoad, HttpRequest, HttpResult } from '../load/http-load.ts'
import type { FanOutLoad, OpenInboxes, TriggerLoad, TriggerResult } from '../load/notification-load.ts'

const SUBSCRIBERS = 1000
const MESSAGES = 1_000_000
const OWN_MESSAGES = 10_000

const countMessages = async (stage: Stage) =>
  Number((await stage.deps.database.pool.query('select count(*) as n from notification_messages')).rows[0]?.n)

/** Waits until no accepted event waits; answers the instant at which that was so. */
const whenProcessed = async (stage: Stage): Promise<number> => {
  for (let tries = 0; tries < 6000; tries++) {
    const { rows } = await stage.deps.database.pool.query('select 1 from notification_events where state < 2 limit 1')
    if (rows.length === 0) return Date.now()
    await sleep(10)
  }
  throw new Error('events were left over')
}

type Scene = { stage: Stage; product: Product; environment: BenchEnvironment; workflow: string; seconds: number }

const triggerOf = ({ environment, workflow }: Scene, i: number) => ({
  name: workflow,
  to: environment.subscribers[i % SUBSCRIBERS]?.subscriberId,
  payload: { order: `A${i}`, amount: 12, customer: 'Bia' },
})

const requestsOf = (scene: Scene, perRequest: number): HttpRequest[] => {
  const headers = { authorization: `ApiKey ${scene.environment.apiKey}` }
  return Array.from({ length: perRequest === 1 ? SUBSCRIBERS : 20 }, (_, i) => {
    const events = Array.from({ length: perRequest }, (_, j) => triggerOf(scene, i * perRequest + j))
    const path = perRequest === 1 ? '/v1/events/trigger' : '/v1/events/trigger/bulk'
    return { method: 'POST', path, headers, body: JSON.stringify(perRequest === 1 ? events[0] : { events }) }
  })
}

/** Triggers as fast as they are answered, until each has become a message. */
const measureRate = async (scene: Scene, perRequest: number, connections: number, seconds: number) => {
  const { stage, product } = scene
  const before = await countMessages(stage)
  const cost = [await product.cpuSeconds(), await databaseSeconds(stage.dataDir)] as const
  const startedAt = Date.now()
  const load: HttpLoad = {
    port: stage.port,
    requests: requestsOf(scene, perRequest),
    connections,
    seconds,
    perSecond: 0,
  }
  const result = await runHelper<HttpResult>('http-load.ts', 'run', load)
  const end = await whenProcessed(stage)
  const made = (await countMessages(stage)) - before
  if (result.failures > 0) throw new Error(`${result.failures} triggers were refused`)
  if (made !== result.count * perRequest) throw new Error(`${result.count * perRequest} triggers made ${made} messages`)
  const microseconds = (spent: number) => Math.round((spent / made) * 1e6)
  const ofProduct = microseconds((await product.cpuSeconds()) - cost[0])
  const ofDatabase = microseconds((await databaseSeconds(stage.dataDir)) - cost[1])
  return {
    perSecond: (made * 1000) / (end - startedAt),
    note: `processor time each: product ${ofProduct} µs, database ${ofDatabase} µs`,
  }
}

const measureTriggers = async (options: BenchOptions, baselines: Baselines): Promise<Measure[]> => {
  const fastify = { name: 'bare Fastify', value: await baselines.fastifyPerSecond() }
  const rows = { name: 'bare batched rows', value: await baselines.rowsPerSecond() }
  const stage = await openStage()
  try {
    const environment = await addEnvironment(stage, SUBSCRIBERS)
    const product = await startProduct(stage, options.profile ? 'notifications' : null)
    const { apiKey } = environment
    const api = { url: product.url, apiKey }
    const workflow = await addInAppWorkflow(api)
    const scene: Scene = { stage, product, environment, workflow, seconds: options.seconds }
    const { port } = stage
    const subscribers = environment.subscribers.map(({ subscriberId }) => subscriberId)
    const members = { subscribers }
    await callV1(api, 'POST', '/topics/everybody/subscribers', members)
    const sockets = await startHelper('notification-load.ts')
    const tokens = environment.subscribers.map(({ token }) => token)
    await sockets.call('open', { port, tokens } satisfies OpenInboxes)

    await measureRate(scene, 1, 128, 2)
    const single = await measureRate(scene, 1, 128, options.seconds)
    const bulk = await measureRate(scene, 100, 8, options.seconds)
    await sleep(1000)
    const pace = Math.round(single.perSecond / 2)
    const load: TriggerLoad = { port, apiKey, workflow, subscribers, perSecond: pace, seconds: options.seconds }
    const paced = await sockets.call<TriggerResult>('triggerAndHear', load)
    if (paced.missed + paced.failures > 0) throw new Error(`${paced.missed} messages never came to their sockets`)
    const fan: FanOutLoad = { port, apiKey, workflow, topic: 'everybody', sockets: SUBSCRIBERS, rounds: 10 }
    const spread = await sockets.call<{ whole: number; spread: number }>('fanOut', fan)
    await sockets.stop()
    await product.stop()
    return [
      {
        name: 'triggers one by one, to stored messages and 1,000 sockets',
        value: single.perSecond,
        unit: '/s',
        target: { at: 'least', value: 5000 },
        baseline: fastify,
        ratioTarget: 0.1,
        note: single.note,
      },
      {
        name: 'triggers a hundred a call',
        value: bulk.perSecond,
        unit: '/s',
        target: { at: 'least', value: 10_000 },
        baseline: rows,
        ratioTarget: 0.05,
        note: bulk.note,
      },
      {
        name: `trigger to socket at half of that rate (${pace}/s), p50`,
        value: paced.p50,
        unit: 'ms',
        target: { at: 'most', value: 15 },
      },
      {
        name: `trigger to socket at half of that rate (${pace}/s), p99`,
        value: paced.p99,
        unit: 'ms',
        target: { at: 'most', value: 60 },
      },
      {
        name: 'a topic of 1,000, first socket to last',
        value: spread.spread,
        unit: 'ms',
        target: { at: 'most', value: 100 },
        note: `from the trigger to the last ${spread.whole.toFixed(0)} ms`,
      },
    ]
  } finally {
    await stage.close()
  }
}

const measureInbox = async (options: BenchOptions): Promise<Measure[]> => {
  const stage = await openStage()
  try {
    const environment = await addEnvironment(stage, 500)
    const own = await fillInboxes(stage, environment, OWN_MESSAGES, MESSAGES)
    const product = await startProduct(stage)
    const headers = { authorization: `Bearer ${own.token}` }
    const measures: Measure[] = []
    for (const [name, path] of [
      ['feed page', '/v1/widgets/notifications/feed?page=0&limit=10'],
      ['unseen count', '/v1/widgets/notifications/unseen?limit=100'],
      ['unread count', '/v1/widgets/notifications/unread?limit=100'],
    ] as const) {
      const request = { method: 'GET', path, headers, body: null }
      const load: HttpLoad = {
        port: stage.port,
        requests: [request],
        connections: 4,
        seconds: options.seconds,
        perSecond: 100,
      }
      await runHelper<HttpResult>('http-load.ts', 'run', { ...load, seconds: 2 })
      const { p50, p99, failures } = await runHelper<HttpResult>('http-load.ts', 'run', load)
      if (failures > 0) throw new Error(`${failures} answers of ${path} were no 200`)
      measures.push({
        name: `${name} of 10,000 among a million, p99`,
        value: p99,
        unit: 'ms',
        target: { at: 'most', value: 10 },
        note: `p50 ${p50.toFixed(1)} ms, over HTTP at 100/s`,
      })
    }
    await product.stop()
    return measures
  } finally {
    await stage.close()
  }
}

const measure = async (options: BenchOptions, baselines: Baselines): Promise<Measure[]> => [
  ...(await measureTriggers(options, baselines)),
  ...(await measureInbox(options)),
]

export const notifications: Figure = {
  name: 'notifications',
  title: 'Notifications: triggers, inboxes, sockets',
  run: measure,
}
