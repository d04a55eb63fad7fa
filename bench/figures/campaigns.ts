import type { Campaign } from '@recado/contracts/campaigns/campaigns'
import { addCampaignGround, type CampaignGround, campaignOf } from '../lib/campaigns.ts'
import { runHelper, startHelper } from '../lib/child.ts'
import { type Client, createClient } from '../lib/client.ts'
import type { Baselines, BenchOptions, Figure, Measure } from '../lib/figure.ts'
import { databaseSeconds } from '../lib/memory.ts'
import { sleep } from '../lib/numbers.ts'
import { freePort } from '../lib/ports.ts'
import { type Product, startProduct } from '../lib/product.ts'
import { sampleDatabase } from '../lib/sample-database.ts'
import { appSecret, openStage, type Stage } from '../lib/stage.ts'
import type { ChatLoad, ChatResult } from '../load/chat-load.ts'
import type { HttpLoad, HttpResult } from '../load/http-load.ts'
import type { StandInStats } from '../load/stand-in.ts'

const RECIPIENTS = 50_000
const CHATS_PER_SECOND = 10
const LONGEST_MS = 600_000
const LOOK_MS = 250
const RESTING_MS = 3000
const MB = 1024 * 1024

type Scene = { stage: Stage; ground: CampaignGround; product: Product; client: Client }
type StandIn = Awaited<ReturnType<typeof startHelper>>

const sizeOf = ({ full, small }: BenchOptions) => (full ? 200_000 : small ? 10_000 : RECIPIENTS)

const launch = async ({ client, ground }: Scene, start?: object): Promise<string> => {
  const { id, version } = await client.post<Campaign>('/api/v1/campaigns', campaignOf(ground, start))
  await client.post(`/api/v1/campaigns/${id}/launch`, { version, clientKey: `bench-${id}` })
  return id
}

/** People chat by one of the numbers until told to stop. */
const startChat = async ({ stage, ground }: Scene) => {
  const writers = await startHelper('chat-load.ts')
  const load: ChatLoad = { port: stage.port, targets: ground.chat, perSecond: CHATS_PER_SECOND }
  const chatting = writers.call<ChatResult>('run', load)
  return async () => {
    await writers.call('stop')
    const { failures } = await chatting
    await writers.stop()
    if (failures > 0) throw new Error(`${failures} chat messages were refused`)
  }
}

const chatAlone = async (scene: Scene, standIn: StandIn, seconds: number) => {
  const stop = await startChat(scene)
  await sleep(seconds * 1000)
  await stop()
  await sleep(500)
  const { chat } = await standIn.call<StandInStats>('stats')
  await standIn.call('reset')
  return chat
}

/** Looks again and again until it is so; answers how much memory the product had at most meanwhile. */
const watch = async ({ product }: Scene, isSo: () => Promise<boolean>): Promise<number> => {
  let most = 0
  for (const end = Date.now() + LONGEST_MS; !(await isSo()); ) {
    most = Math.max(most, await product.memory())
    if (Date.now() > end) throw new Error('the campaign did not come to its end in time')
    await sleep(LOOK_MS)
  }
  return most
}

const count = async ({ stage }: Scene, condition: string) => {
  const { rows } = await stage.deps.database.pool.query<{ n: string }>(
    `select count(*) as n from messages where origin = 'campaign' and campaign_id is not null and ${condition}`,
  )
  return Number(rows[0]?.n)
}

const preparedAt = async ({ stage }: Scene, id: string) => {
  const { rows } = await stage.deps.database.pool.query<{ at: Date | null }>(
    'select snapshot_at as at from campaigns where id = $1',
    [id],
  )
  return rows[0]?.at?.getTime() ?? Number.NaN
}

const pageOf = async ({ stage, ground }: Scene, id: string, seconds: number): Promise<HttpResult> => {
  const headers = { cookie: ground.company.cookie }
  const paths = ['', '/analytics', '/recipients', '/recipients?state=failed']
  const result = await runHelper<HttpResult>('http-load.ts', 'run', {
    port: stage.port,
    requests: paths.map((path) => ({ method: 'GET', path: `/api/v1/campaigns/${id}${path}`, headers, body: null })),
    connections: 4,
    seconds,
    perSecond: 0,
  } satisfies HttpLoad)
  if (result.failures > 0) throw new Error('the page of the campaign was refused')
  return result
}

const sendAll = async (scene: Scene, standIn: StandIn, options: BenchOptions, baselines: Baselines) => {
  const { stage, ground, product } = scene
  const { recipients } = ground
  const alone = await chatAlone(scene, standIn, options.seconds)
  const rest = await product.memory()
  const spent = [await product.cpuSeconds(), await databaseSeconds(stage.dataDir)] as const
  const sampled = options.profile ? sampleDatabase(stage.deps.database.pool, 'a campaign') : null
  const stopChat = await startChat(scene)
  const launchedAt = Date.now()
  const id = await launch(scene)
  let stats = await standIn.call<StandInStats>('stats')
  const most = await watch(scene, async () => {
    stats = await standIn.call<StandInStats>('stats')
    return stats.total - stats.chat.count >= recipients
  })
  await stopChat()
  await watch(scene, async () => (await count(scene, `status = 'read'`)) >= recipients)
  const settledAt = Date.now()
  await sampled?.stop()
  const costs = [(await product.cpuSeconds()) - spent[0], (await databaseSeconds(stage.dataDir)) - spent[1]] as const
  const each = (seconds: number) => Math.round((seconds / recipients) * 1e6)
  const { chat, repeated, lastBulkAt } = await standIn.call<StandInStats>('stats')
  if (repeated > 0) throw new Error(`${repeated} messages were sent twice`)
  await scene.client.until<Campaign>(`/api/v1/campaigns/${id}`, ({ state }) => state === 'completed', 2)
  const prepared = (await preparedAt(scene, id)) - launchedAt
  const page = await pageOf(scene, id, options.seconds)
  const undici = { name: 'bare undici', value: await baselines.undiciPerSecond() }
  const measures: Measure[] = [
    {
      name: `campaign to ${recipients}, from its launch to the last call, statuses and chat meanwhile`,
      value: (recipients * 1000) / (lastBulkAt - launchedAt),
      unit: '/s',
      target: { at: 'least', value: 2500 },
      baseline: undici,
      note: `prepared in ${(prepared / 1000).toFixed(1)} s; processor time each: product ${each(costs[0])} µs, database ${each(costs[1])} µs`,
    },
    {
      name: 'the same until the last status is applied',
      value: (recipients * 1000) / (settledAt - launchedAt),
      unit: '/s',
      baseline: undici,
    },
    {
      name: 'memory above rest meanwhile',
      value: (most - rest) / MB,
      unit: 'MB',
      note: `${Math.round(rest / MB)} MB at rest`,
    },
    {
      name: 'chat message posted to called at Meta beside a campaign, p99',
      value: chat.p99,
      unit: 'ms',
      target: { at: 'most', value: 200 },
      note: `p50 ${chat.p50.toFixed(0)} ms, ${chat.count} messages; alone p50 ${alone.p50.toFixed(0)}, p99 ${alone.p99.toFixed(0)} ms`,
    },
    {
      name: 'the same in times of alone',
      value: chat.p99 / alone.p99,
      unit: 'times',
      target: { at: 'most', value: 3 },
    },
    {
      name: `page of a campaign of ${recipients}, p95`,
      value: page.p95,
      unit: 'ms',
      target: { at: 'most', value: 150 },
      note: `campaign, analytics, recipients and failed recipients over 4 connections; p50 ${page.p50.toFixed(0)} ms`,
    },
  ]
  return measures
}

/** Opens a stage with so many people on a list, and the product that sends to a stand-in that answers in 50 ms. */
const onStage = async <T>(
  recipients: number,
  profile: string | null,
  act: (scene: Scene, standIn: StandIn) => Promise<T>,
): Promise<T> => {
  const standIn = await startHelper('stand-in.ts')
  const port = await freePort()
  const statuses = { port, appSecret, wabaId: '800000000000000', connections: 64 }
  const graph = await standIn.call<{ port: number }>('start', { delayMs: 50, statuses })
  const stage = await openStage({ WHATSAPP_GRAPH_URL: `http://127.0.0.1:${graph.port}`, PORT: String(port) })
  stage.port = port
  try {
    const ground = await addCampaignGround(stage, recipients)
    const product = await startProduct(stage, profile)
    await sleep(RESTING_MS)
    const client = createClient(product.url, ground.company.cookie)
    const result = await act({ stage, ground, product, client }, standIn)
    await product.stop()
    return result
  } finally {
    await standIn.stop()
    await stage.close()
  }
}

const tomorrow = () => new Date(Date.now() + 86_400_000).toISOString().slice(0, 16)

/** A campaign to a million that is to begin tomorrow, until everyone is written down; then its page. */
const prepareMillion = async (scene: Scene, seconds: number): Promise<Measure[]> => {
  const { recipients } = scene.ground
  const rest = await scene.product.memory()
  const launchedAt = Date.now()
  const id = await launch(scene, { kind: 'at', at: tomorrow(), timezone: 'UTC' })
  const most = await watch(scene, async () => !Number.isNaN(await preparedAt(scene, id)))
  const took = (Date.now() - launchedAt) / 60_000
  await scene.stage.deps.database.pool.query('analyze campaign_recipients')
  const page = await pageOf(scene, id, seconds)
  return [
    {
      name: `${recipients} recipients written down`,
      value: took,
      unit: 'min',
      target: { at: 'most', value: 10 },
      note: `${Math.round(recipients / (took * 60))} recipients/s`,
    },
    {
      name: 'memory above rest meanwhile',
      value: (most - rest) / MB,
      unit: 'MB',
      target: { at: 'most', value: 200 },
      note: `${Math.round(rest / MB)} MB at rest`,
    },
    {
      name: `page of a campaign of ${recipients} that waits, p95`,
      value: page.p95,
      unit: 'ms',
      target: { at: 'most', value: 150 },
      note: `p50 ${page.p50.toFixed(0)} ms`,
    },
  ]
}

const measure = async (options: BenchOptions, baselines: Baselines): Promise<Measure[]> => {
  const profile = options.profile ? 'campaigns' : null
  const sent = await onStage(sizeOf(options), profile, (scene, standIn) => sendAll(scene, standIn, options, baselines))
  if (!options.full) return sent
  return [...sent, ...(await onStage(1_000_000, null, (scene) => prepareMillion(scene, options.seconds)))]
}

export const campaigns: Figure = { name: 'campaigns', title: 'A campaign from its launch to its end', run: measure }
