import { request } from 'undici'
import { v7 as uuidv7 } from 'uuid'
import { webhookEvents } from '../../packages/contracts/src/integrations/webhook-events.ts'
import { type Helper, startHelper } from '../lib/child.ts'
import type { Baselines, BenchOptions, Figure, Measure } from '../lib/figure.ts'
import { sleep } from '../lib/numbers.ts'
import { startProduct } from '../lib/product.ts'
import { openStage, type Stage } from '../lib/stage.ts'
import { addCompany, type BenchCompany, writeUnchecked } from '../lib/world.ts'
import type { ReceiverStats } from '../load/receiver.ts'

const DELAY_MS = 50
const PER_SECOND = 3000
const PACED_PER_SECOND = 20
const DEAD_ENDPOINTS = 10

const addEndpoint = async ({ deps }: Stage, company: BenchCompany, url: string): Promise<string> => {
  const id = uuidv7()
  await deps.database.pool.query(
    `insert into webhook_endpoints (id, company_id, url, events, filters, api_version, secret)
      values ($1, $2, $3, '{message.sent}', '{"channelIds":[],"labelIds":[]}', 'v1', $4)`,
    [id, company.id, url, deps.sealer.seal(`whsec_${Buffer.alloc(32, 'b').toString('base64')}`)],
  )
  return id
}

/** What waits for an endpoint, each about an object of its own, as statuses of different messages are. */
const addDeliveries = ({ deps }: Stage, company: BenchCompany, endpointId: string, count: number) =>
  writeUnchecked(
    deps,
    `insert into webhook_deliveries (company_id, endpoint_id, event_id, type, data, happened_at, object_key, state)
      select $1, $2, gen_random_uuid(), 'message.sent', $4, now(), 'message:' || i, 'waiting'
      from generate_series(1, $3::int) as i`,
    [company.id, endpointId, count, JSON.stringify(webhookEvents['message.sent'].example)],
  )

const until = async (receiver: Helper, holds: (stats: ReceiverStats) => boolean, seconds: number) => {
  for (const deadline = Date.now() + seconds * 1000; Date.now() < deadline; await sleep(250)) {
    const stats = await receiver.call<ReceiverStats>('stats')
    if (holds(stats)) return stats
  }
  throw new Error('the webhooks did not arrive')
}

/** A backlog for one receiver that takes 50 ms for each. */
const drain = async (count: number, profile: string | null): Promise<ReceiverStats & { cost: number }> => {
  const receiver = await startHelper('receiver.ts')
  const stage = await openStage({ OUTBOUND_PRIVATE_HOSTS: '127.0.0.1' })
  try {
    const { port } = await receiver.call<{ port: number }>('start', { delayMs: DELAY_MS })
    const company = await addCompany(stage.deps)
    const endpointId = await addEndpoint(stage, company, `http://127.0.0.1:${port}/hook`)
    await addDeliveries(stage, company, endpointId, count)
    await stage.deps.database.pool.query('analyze webhook_deliveries')
    const product = await startProduct(stage, profile)
    const before = await product.cpuSeconds()
    const stats = await until(receiver, ({ total }) => total >= count, 120)
    const cost = ((await product.cpuSeconds()) - before) / count
    await product.stop()
    return { ...stats, cost: cost * 1e6 }
  } finally {
    await receiver.stop()
    await stage.close()
  }
}

const sendTest = async (url: string, company: BenchCompany, endpointId: string) => {
  const answer = await request(`${url}/api/v1/webhook-endpoints/${endpointId}/tests`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', cookie: company.cookie },
    body: JSON.stringify({ event: 'message.sent' }),
  })
  await answer.body.dump()
  if (answer.statusCode !== 202) throw new Error(`a test event was answered ${answer.statusCode}`)
}

/** How late events reach a receiver that answers at once, while others of the same process never answer. */
const beside = async (dead: number, seconds: number): Promise<ReceiverStats> => {
  const receiver = await startHelper('receiver.ts')
  const stage = await openStage({ OUTBOUND_PRIVATE_HOSTS: '127.0.0.1' })
  try {
    const { port } = await receiver.call<{ port: number }>('start', { delayMs: 0 })
    const company = await addCompany(stage.deps)
    const healthy = await addEndpoint(stage, company, `http://127.0.0.1:${port}/hook`)
    for (let n = 0; n < dead; n++) {
      const other = await addCompany(stage.deps)
      const endpointId = await addEndpoint(stage, other, `http://127.0.0.1:${port}/dead`)
      await addDeliveries(stage, other, endpointId, 2000)
    }
    const product = await startProduct(stage)
    await sleep(3000)
    for (let n = 0; n < seconds * PACED_PER_SECOND; n++) {
      await sendTest(product.url, company, healthy)
      await sleep(1000 / PACED_PER_SECOND)
    }
    const stats = await until(receiver, ({ total }) => total >= seconds * PACED_PER_SECOND, 30)
    await product.stop()
    return stats
  } finally {
    await receiver.stop()
    await stage.close()
  }
}

const measure = async (options: BenchOptions, baselines: Baselines): Promise<Measure[]> => {
  const undici = { name: 'bare undici', value: await baselines.undiciPerSecond() }
  const count = options.small ? 10_000 : options.full ? 200_000 : options.seconds * 5000
  const drained = await drain(count, options.profile ? 'webhooks-out' : null)
  const alone = await beside(0, options.seconds)
  const withDead = await beside(DEAD_ENDPOINTS, options.seconds)
  return [
    {
      name: 'webhooks to one receiver that takes 50 ms',
      value: drained.steadyPerSecond,
      unit: '/s',
      target: { at: 'least', value: PER_SECOND },
      baseline: undici,
      note: `${drained.total} deliveries, ${drained.repeated} twice; processor time each ${drained.cost.toFixed(0)} µs`,
    },
    {
      name: `event to a receiver beside ${DEAD_ENDPOINTS} that never answer, p99`,
      value: withDead.p99,
      unit: 'ms',
      baseline: { name: 'without them', value: alone.p99 },
      note: `p50 ${withDead.p50.toFixed(0)} ms, without them ${alone.p50.toFixed(0)} ms`,
    },
  ]
}

export const webhooksOut: Figure = { name: 'webhooks-out', title: 'Webhooks going out', run: measure }
