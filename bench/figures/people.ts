import { type Helper, startHelper } from '../lib/child.ts'
import { type Client, createClient } from '../lib/client.ts'
import type { BenchOptions, Figure, Measure } from '../lib/figure.ts'
import { addEnvironment, fillInboxes } from '../lib/notifications.ts'
import { sleep } from '../lib/numbers.ts'
import { freePort } from '../lib/ports.ts'
import { startProduct } from '../lib/product.ts'
import { appSecret, openStage, type Stage } from '../lib/stage.ts'
import { addBacklog, addCompanies, type BenchCompany } from '../lib/world.ts'
import type { ChatLoad, ChatResult, ChatTarget } from '../load/chat-load.ts'
import type { HttpLoad, HttpResult } from '../load/http-load.ts'
import type { StandInStats } from '../load/stand-in.ts'

const COMPANIES = 20
const PER_NUMBER_PER_SECOND = 1000
/** What the bulk work does before people are measured beside it. */
const SETTLING_MS = 5000
const PER_SECOND = 10
/** Three hundred of each make a p99 that is not the worst alone. */
const LEAST_SECONDS = 30
const IMPORTED = 100_000
const MOST_TIMES = 3

/** Latencies of what people do, in milliseconds. */
type Felt = { chat: { p50: number; p99: number; count: number }; page: HttpResult; inbox: HttpResult }

type Ground = {
  stage: Stage
  companies: readonly BenchCompany[]
  targets: ChatTarget[]
  inboxToken: string
  seconds: number
  standIn: Helper
  people: People
  client: Client
}

const prepare = async (stage: Stage) => {
  const companies = await addCompanies(stage.deps, COMPANIES, PER_NUMBER_PER_SECOND)
  const targets: ChatTarget[] = []
  for (const [index, company] of companies.entries()) {
    await addBacklog(stage.deps, company, { count: 40, priority: 10, recipientFrom: 50_000_000 + index * 40 })
    const { rows } = await stage.deps.database.pool.query<{ id: string }>(
      'select id from conversations where company_id = $1 limit 40',
      [company.id],
    )
    targets.push(...rows.map(({ id }) => ({ cookie: company.cookie, conversationId: id })))
  }
  const inbox = await fillInboxes(stage, await addEnvironment(stage, 10), 500, 1000)
  const ordered = targets.toSorted((a, b) => a.conversationId.localeCompare(b.conversationId))
  return { companies, targets: ordered, inboxToken: inbox.token }
}

/** The load generators. They start before anything is measured, as starting a process takes a second of processor time. */
type People = { writers: Helper; readers: Helper; recipients: Helper }

const startPeople = async (): Promise<People> => {
  const [writers, readers, recipients] = await Promise.all(
    ['chat-load.ts', 'http-load.ts', 'http-load.ts'].map((file) => startHelper(file)),
  )
  if (!writers || !readers || !recipients) throw new Error('the load could not be started')
  return { writers, readers, recipients }
}

const read = (helper: Helper, { stage, seconds }: Ground, path: string, headers: Record<string, string>) =>
  helper.call<HttpResult>('run', {
    port: stage.port,
    requests: [{ method: 'GET', path, headers, body: null }],
    connections: 8,
    seconds,
    perSecond: PER_SECOND,
  } satisfies HttpLoad)

/** People chat, look at the list of conversations and at their inbox, each at a steady pace. */
const feel = async (ground: Ground): Promise<Felt> => {
  const { stage, companies, targets, inboxToken, standIn, people } = ground
  await standIn.call('reset')
  const chatting = people.writers.call<ChatResult>('run', {
    port: stage.port,
    targets,
    perSecond: PER_SECOND,
  } satisfies ChatLoad)
  const [page, inbox] = await Promise.all([
    read(people.readers, ground, '/api/v1/conversations', { cookie: companies[0]?.cookie ?? '' }),
    read(people.recipients, ground, '/v1/widgets/notifications/feed?page=0&limit=10', {
      authorization: `Bearer ${inboxToken}`,
    }),
  ])
  await people.writers.call('stop')
  const { failures } = await chatting
  await sleep(1000)
  const { chat, repeated } = await standIn.call<StandInStats>('stats')
  if (failures + page.failures + inbox.failures > 0) throw new Error('people were refused something')
  if (repeated > 0) throw new Error(`${repeated} messages were sent twice`)
  return { chat, page, inbox }
}

/** Enough waits to be sent that it does not end while people are measured. */
const pileUp = async ({ stage, companies, seconds }: Ground) => {
  for (const [index, company] of companies.entries()) {
    const count = Math.ceil((seconds + SETTLING_MS / 1000) * 200)
    await addBacklog(stage.deps, company, { count, priority: 10, recipientFrom: index * count })
  }
}

/** Forgets what was piled up. */
const clearAway = ({ stage }: Ground) =>
  stage.deps.database.pool.query(
    `delete from outbound_sends where (company_id, message_id) in (
      select company_id, message_id from outbound_sends where priority = 10 and state = 0 for update skip locked)`,
  )

type Imported = { id: string; state: string }

const startImport = async ({ client }: Ground) => {
  const lines = Array.from(
    { length: IMPORTED },
    (_, i) => `Pessoa ${i};(88) 9${String(10_000_000 + i).padStart(8, '0')};pessoa${i}@importada.com.br`,
  )
  const file = `Nome;Celular;E-mail\n${lines.join('\n')}\n`
  const { id } = await client.upload<Imported>('/api/v1/imports', 'people.csv', file)
  await client.put(`/api/v1/imports/${id}/mapping`, {})
  await client.post(`/api/v1/imports/${id}/dry-run`)
}

const compare = (beside: string, alone: Felt, felt: Felt, note = ''): Measure[] =>
  (
    [
      ['chat message posted to called at Meta', alone.chat, felt.chat],
      ['list of conversations', alone.page, felt.page],
      ['notification inbox', alone.inbox, felt.inbox],
    ] as const
  ).map(([name, before, after]) => ({
    name: `${name} beside ${beside}, p99, in times of alone`,
    value: after.p99 / before.p99,
    unit: 'times',
    target: { at: 'most', value: MOST_TIMES },
    note: `p50 ${after.p50.toFixed(0)}, p99 ${after.p99.toFixed(0)} ms; alone p50 ${before.p50.toFixed(0)}, p99 ${before.p99.toFixed(0)} ms${note}`,
  }))

const measureOn = async (withStatuses: boolean, seconds: number): Promise<Measure[]> => {
  const standIn = await startHelper('stand-in.ts')
  const people = await startPeople()
  const port = await freePort()
  const statuses = withStatuses && { port, appSecret, wabaId: '800000000000000', connections: 64 }
  const graph = await standIn.call<{ port: number }>('start', { delayMs: 50, ...(statuses && { statuses }) })
  const stage = await openStage({ WHATSAPP_GRAPH_URL: `http://127.0.0.1:${graph.port}`, PORT: String(port) })
  stage.port = port
  try {
    const prepared = await prepare(stage)
    const client = createClient(`http://127.0.0.1:${port}`, prepared.companies[0]?.cookie ?? '')
    const ground: Ground = { stage, ...prepared, seconds, standIn, people, client }
    await stage.deps.database.pool.query('vacuum analyze')
    const product = await startProduct(stage)
    await feel({ ...ground, seconds: 3 })
    const alone = await feel(ground)
    await pileUp(ground)
    await sleep(SETTLING_MS)
    const felt = await feel(ground)
    const { total, steadyPerSecond } = await standIn.call<StandInStats>('stats')
    const sends = `; ${Math.round(steadyPerSecond)} sends/s meanwhile, ${total} in all`
    const found = compare(withStatuses ? 'bulk sends and their statuses' : 'bulk sends', alone, felt, sends)
    if (!withStatuses) {
      await clearAway(ground)
      await sleep(SETTLING_MS)
      await startImport(ground)
      found.push(...compare(`an import of ${IMPORTED}`, alone, await feel(ground)))
    }
    await product.stop()
    return found
  } finally {
    await Promise.all([standIn, ...Object.values(people)].map((helper) => helper.stop()))
    await stage.close()
  }
}

const measure = async (options: BenchOptions): Promise<Measure[]> => {
  const seconds = Math.max(options.seconds, LEAST_SECONDS)
  return [...(await measureOn(false, seconds)), ...(await measureOn(true, seconds))]
}

export const peopleFigure: Figure = { name: 'people', title: 'People beside bulk work', run: measure }
