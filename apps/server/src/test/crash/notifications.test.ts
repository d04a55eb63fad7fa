import { randomInt } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { request } from 'undici'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestEnvironment } from '../notifications.ts'
import { insist } from './insist.ts'
import { type Installation, install } from './installation.ts'

// Kill -9 in the middle of thousands of triggers. Each one that was accepted ends in exactly the messages it should:
// none is missing, none is there twice, and what goes out to a provider goes out once or is said to be of unknown fate.

const ROUNDS = 10
const EACH_ROUND = 1000
/** Rounds in which the database is killed too. */
const KILLS_DATABASE = new Set([3, 7])
const SUBSCRIBERS = 50

type Kind = 'plain' | 'digest' | 'mail' | 'topic'
type Trigger = { name: string; to: unknown; transactionId: string; payload: Record<string, unknown> }

let product: Installation
let authorization: string
let mails: Map<string, number>
let mailServer: Server
const names: Partial<Record<Kind, string>> = {}

const startMailServer = async (): Promise<string> => {
  mails = new Map()
  mailServer = createServer((incoming, answer) => {
    let body = ''
    incoming.on('data', (chunk) => {
      body += chunk
    })
    incoming.on('end', () => {
      const { id } = JSON.parse(body) as { id: string }
      mails.set(id, (mails.get(id) ?? 0) + 1)
      setTimeout(() => answer.writeHead(200, { 'content-type': 'application/json' }).end('{}'), 50)
    })
  })
  await new Promise<void>((resolve) => mailServer.listen(0, '127.0.0.1', resolve))
  const address = mailServer.address()
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/mail`
}

const call = async (method: 'GET' | 'POST', path: string, body?: object) => {
  const answer = await request(`${product.url}/v1${path}`, {
    method,
    headers: { authorization, 'content-type': 'application/json' },
    body: body ? JSON.stringify(body) : null,
  })
  const text = await answer.body.text()
  return { status: answer.statusCode, body: text === '' ? null : JSON.parse(text) }
}

const createWorkflow = async (groupId: string, name: Kind, steps: object[]) => {
  const answer = await call('POST', '/workflows', { name, notificationGroupId: groupId, active: true, steps })
  names[name] = answer.body.data.triggers[0].identifier
}

beforeAll(async () => {
  const webhookUrl = await startMailServer()
  product = await install({ OUTBOUND_PRIVATE_HOSTS: '127.0.0.1' })
  const created = await product.withDeps((deps) => createTestEnvironment(deps))
  authorization = created.headers.authorization
  const groups = await call('GET', '/notification-groups')
  const groupId = groups.body.data[0]._id
  await call('POST', '/integrations', {
    providerId: 'email-webhook',
    channel: 'email',
    active: true,
    check: false,
    credentials: { webhookUrl, secretKey: 'secret', from: 'no-reply@example.test', senderName: 'Recado' },
  })
  const text = (content: string) => ({ template: { type: 'in_app', content } })
  await createWorkflow(groupId, 'plain', [text('{{n}}')])
  await createWorkflow(groupId, 'topic', [text('{{n}}')])
  await createWorkflow(groupId, 'digest', [
    { template: { type: 'digest', content: '' }, metadata: { type: 'regular', amount: 2, unit: 'seconds' } },
    text('{{step.total_count}}'),
  ])
  await createWorkflow(groupId, 'mail', [
    { template: { type: 'email', subject: 'No. {{n}}', content: '{{n}}', contentType: 'customHtml' } },
  ])
  const ids = Array.from({ length: SUBSCRIBERS }, (_, i) => ({ subscriberId: `s${i}`, email: `s${i}@example.test` }))
  await call('POST', '/subscribers/bulk', { subscribers: ids })
  await call('POST', '/topics', { key: 'all', name: 'All' })
  await call('POST', '/topics/all/subscribers', {
    subscribers: ids.slice(0, 20).map(({ subscriberId }) => subscriberId),
  })
})

afterAll(async () => {
  await product.close()
  mailServer.close()
})

/** The same transactions again until they are accepted. */
const send = (path: string, body: object) =>
  insist('a trigger', () =>
    call('POST', path, body).then(
      (answer) => answer.status,
      () => 0,
    ),
  )

const kindOf = (i: number): Kind =>
  i % 20 === 0 ? 'mail' : i % 20 === 1 ? 'digest' : i % 100 === 2 ? 'topic' : 'plain'

const triggersOf = (round: number): Trigger[] =>
  Array.from({ length: EACH_ROUND }, (_, i) => {
    const n = round * EACH_ROUND + i
    const kind = kindOf(i)
    const to = kind === 'topic' ? { type: 'Topic', topicKey: 'all' } : `s${n % SUBSCRIBERS}`
    return { name: names[kind] ?? '', to, transactionId: `crash-${kind}-${n}`, payload: { n } }
  })

/** Half of them one by one, half of them a hundred at a time. */
const sendAll = (triggers: Trigger[]): Promise<void>[] => {
  const single = triggers.slice(0, EACH_ROUND / 2)
  const rest = triggers.slice(EACH_ROUND / 2)
  const bulks = Array.from({ length: rest.length / 100 }, (_, i) => rest.slice(i * 100, (i + 1) * 100))
  return [
    ...single.map((trigger) => send('/events/trigger', trigger)),
    ...bulks.map((events) => send('/events/trigger/bulk', { events })),
  ]
}

const count = async (text: string) => Number((await product.query<{ n: number }>(text))[0]?.n)

const untilAmid = async (round: number) => {
  const enough = round * EACH_ROUND + randomInt(1, EACH_ROUND * 0.8)
  for (const deadline = Date.now() + 120_000; Date.now() < deadline; await sleep(20)) {
    if ((await count('select count(*) as n from notification_events')) >= enough) return
  }
}

const untilQuiet = async () => {
  for (const deadline = Date.now() + 600_000; Date.now() < deadline; await sleep(300)) {
    const left = await count(`select (select count(*) from notification_events where state < 2) + (select count(*)
      from notification_jobs where status in ('queued', 'running', 'delayed')) as n`)
    if (left === 0) return
  }
  throw new Error(`it did not come to rest:\n${product.product().output()}`)
}

type Made = { transactionId: string; subscriber: string; n: number }

it(`ends each accepted trigger in exactly its messages when it is killed ${ROUNDS} times in the middle`, {
  timeout: 1_800_000,
}, async () => {
  const sending: Promise<void>[] = []
  const all: Trigger[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const triggers = triggersOf(round)
    all.push(...triggers)
    for (const sent of sendAll(triggers)) {
      sent.catch(() => undefined)
      sending.push(sent)
    }
    await untilAmid(round)
    await product.kill(KILLS_DATABASE.has(round))
    await product.restart()
  }
  await Promise.all(sending)
  await untilQuiet()

  const made = await product.query<Made>(`select m.transaction_id as "transactionId", s.subscriber_id as subscriber,
    count(*)::int as n from notification_messages m join notification_subscribers s on s.id = m.subscriber_id
    where m.channel = 'in_app' and m.transaction_id not like 'crash-digest-%' group by 1, 2`)
  const found = new Map(made.map((row) => [`${row.transactionId} ${row.subscriber}`, row.n]))
  const direct = all.filter(({ transactionId }) => transactionId.startsWith('crash-plain-'))
  const topics = all.filter(({ transactionId }) => transactionId.startsWith('crash-topic-'))
  const expected = [
    ...direct.map(({ transactionId, to }) => `${transactionId} ${to}`),
    ...topics.flatMap(({ transactionId }) => Array.from({ length: 20 }, (_, i) => `${transactionId} s${i}`)),
  ]
  expect(expected.filter((key) => found.get(key) !== 1)).toEqual([])
  expect(found.size).toBe(expected.length)

  const digested = await count(`select sum(m.content::int) as n from notification_messages m
    where m.channel = 'in_app' and m.transaction_id like 'crash-digest-%'`)
  expect(digested).toBe(all.filter(({ transactionId }) => transactionId.startsWith('crash-digest-')).length)

  const sent = await product.query<{ id: string; status: string; transactionId: string }>(
    `select id, status, transaction_id as "transactionId" from notification_messages where channel = 'email'`,
  )
  const wanted = all.filter(({ transactionId }) => transactionId.startsWith('crash-mail-'))
  expect(new Set(sent.map(({ transactionId }) => transactionId)).size).toBe(wanted.length)
  expect(sent).toHaveLength(wanted.length)
  expect([...mails.values()].filter((times) => times > 1)).toEqual([])
  expect(sent.filter(({ id, status }) => !mails.has(id) && status !== 'unknown')).toEqual([])
  expect(sent.filter(({ status }) => status === 'sent').length).toBeGreaterThan(wanted.length / 2)
})
