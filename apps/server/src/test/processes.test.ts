import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type ChangeEventBatch, socketPath } from '@recado/contracts/realtime'
import { createSandboxClient, type Sandbox, type SandboxClient, startSandbox } from '@recado/sandbox'
import { io, type Socket } from 'socket.io-client'
import { request } from 'undici'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestDeps } from './app.ts'
import { testDatabaseUrl, testRedisUrl } from './database.ts'
import { addMember, createChannel, createCompany, createUser, signIn } from './factories.ts'
import { lastingPort, type Running, startProduct } from './product-process.ts'

// The product spread over processes on one database: one takes requests and holds sockets, others do the work.

const secrets = { appSecret: 'app-secret-of-the-processes', verifyToken: 'verify-token-of-the-processes' }
const accessToken = `EAA${'p'.repeat(80)}`
const numbers = ['720000000000001', '720000000000002']
const customer = '5581988887777'

let sandboxServer: Sandbox
let sandbox: SandboxClient
let shared: Awaited<ReturnType<typeof createTestDeps>>
let dataDir: string
let environment: Record<string, string>
let web: Running
const workers: Running[] = []
let socket: Socket
let cookie: string
const heard: ChangeEventBatch['hints'] = []

const wabaOf = (n: number) => String(920_000_000_000_000 + n)
const url = () => `http://127.0.0.1:${environment['PORT']}`

const startWorker = async () => {
  const worker = await startProduct(environment, ['--roles=worker'])
  workers.push(worker)
  return worker
}

beforeAll(async () => {
  shared = await createTestDeps()
  dataDir = await mkdtemp(join(tmpdir(), 'recado-processes-'))
  const port = await lastingPort()
  sandboxServer = await startSandbox({
    ...secrets,
    accessToken,
    callbackUrl: `http://127.0.0.1:${port}/webhooks/whatsapp`,
    accounts: numbers.map((id, n) => ({
      id: wabaOf(n),
      subscribed: true,
      phoneNumbers: [{ id, displayPhoneNumber: `+55 81 3131-000${n}` }],
    })),
    statusDelaysMs: { sent: 20, delivered: 40, read: 60 },
    redelivery: { firstMs: 200, maxMs: 500 },
  })
  sandbox = createSandboxClient(sandboxServer.url)
  environment = {
    RECADO_MODE: 'production',
    APP_SECRET: 'a secret of thirty-two characters',
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    PORT: String(port),
    DATA_DIR: dataDir,
    DATABASE_URL: await testDatabaseUrl(),
    ...(testRedisUrl() ? { REDIS_URL: testRedisUrl() ?? '' } : {}),
    LOG_LEVEL: 'info',
    WHATSAPP_GRAPH_URL: sandboxServer.graphUrl,
    WHATSAPP_APP_ID: '900100200300400',
    WHATSAPP_APP_SECRET: secrets.appSecret,
    WHATSAPP_VERIFY_TOKEN: secrets.verifyToken,
  }
  const company = await createCompany(shared.deps)
  const user = await createUser(shared.deps)
  await addMember(shared.deps, company.id, user.id)
  for (const [n, phoneNumberId] of numbers.entries()) {
    await createChannel(shared.deps, company.id, { phoneNumberId, wabaId: wabaOf(n), accessToken })
  }
  cookie = (await signIn(shared.deps, user.id, company.id)).cookie
  web = await startProduct(environment, ['--roles=web'])
  await startWorker()
  socket = io(url(), { path: socketPath, transports: ['websocket'], extraHeaders: { cookie } })
  socket.on('hints', ({ hints }: ChangeEventBatch) => heard.push(...hints))
  await new Promise<void>((resolve) => socket.once('hello', () => resolve()))
})

afterAll(async () => {
  socket.close()
  await Promise.all(workers.map((worker) => worker.stop()))
  await web.stop()
  await sandboxServer.close()
  await shared.close()
  await rm(dataDir, { recursive: true, force: true })
})

const until = async <T>(look: () => Promise<T | undefined> | T | undefined, what: string): Promise<T> => {
  for (const deadline = Date.now() + 200_000; Date.now() < deadline; await sleep(50)) {
    const found = await look()
    if (found !== undefined) return found
  }
  throw new Error(`${what} did not happen:\n${web.output()}\n${workers.map((worker) => worker.output()).join('\n')}`)
}

const messageOf = async (wamid: string) => {
  const { rows } = await shared.deps.database.pool.query<{ id: string; conversation_id: string }>(
    'select id, conversation_id from messages where wamid = $1',
    [wamid],
  )
  return rows[0]
}

const receive = async (phoneNumberId: string, text: string) => {
  const { wamid } = await sandbox.write({ phoneNumberId, from: customer, text })
  const message = await until(() => messageOf(wamid), `storing "${text}"`)
  await until(
    () => heard.find((change) => change.event === 'message.created' && change.ids?.includes(message.id)),
    `hearing of "${text}"`,
  )
  return message.conversation_id
}

const reply = async (conversationId: string, text: string) => {
  const answer = await request(`${url()}/api/v1/conversations/${conversationId}/messages`, {
    method: 'POST',
    headers: { cookie, 'content-type': 'application/json' },
    body: JSON.stringify({ type: 'text', clientKey: `key of ${text}`, body: text }),
  })
  expect(answer.statusCode).toBe(201)
  const { id } = (await answer.body.json()) as { id: string }
  await until(async () => ((await sandbox.log()).received[id] === 1 ? true : undefined), `sending "${text}"`)
  return id
}

const ownersOf = async (name: string) => {
  const { rows } = await shared.deps.database.pool.query<{ owner: string }>(
    'select distinct owner from leases where name like $1 and until > now()',
    [`${name}%`],
  )
  return rows.map((row) => row.owner)
}

it('takes a message in by one process, works it in another, and tells the browser at the first', async () => {
  const conversation = await receive(numbers[0] ?? '', 'Written to the web process')
  await reply(conversation, 'Sent by the worker')
  expect(await ownersOf('webhooks:')).toHaveLength(1)
})

it('passes the shards and the numbers of a killed worker on to another', async () => {
  const conversation = await receive(numbers[1] ?? '', 'Before the kill')
  await reply(conversation, 'Sent before the kill')
  const [first] = workers
  const [former] = await ownersOf('webhooks:')
  await startWorker()
  await first?.stop('SIGKILL')
  const again = await receive(numbers[1] ?? '', 'After the kill')
  expect(again).toBe(conversation)
  const id = await reply(again, 'Sent after the kill')
  expect(await ownersOf('webhooks:')).not.toContain(former)
  expect((await sandbox.log()).received[id]).toBe(1)
})
