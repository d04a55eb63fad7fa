import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Novu } from '@novu/node'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type NotificationServer, startNotificationServer } from '#server/test/notification-server.ts'
import { createTestEnvironment } from '#server/test/notifications.ts'

// What the published 0.24 SDK does automatically when a call fails, over a line that breaks when the tests say so.

type Seen = { method: string; path: string; key: string | undefined; status: number; replayed: boolean }

let server: NotificationServer
let line: Server
let lineUrl: string
let seen: Seen[] = []
/** How many answers the line still loses, after the server has given them. */
let losses = 0

const bodyOf = async (message: IncomingMessage): Promise<Buffer> => {
  const chunks: Buffer[] = []
  for await (const chunk of message) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}

const carry = async (request: IncomingMessage, response: ServerResponse) => {
  const { method = 'GET', url: path = '/' } = request
  const body = await bodyOf(request)
  const headers = new Headers()
  for (const name of ['authorization', 'content-type', 'idempotency-key']) {
    const value = request.headers[name]
    if (typeof value === 'string') headers.set(name, value)
  }
  const answer = await fetch(`${server.url}${path}`, { method, headers, body: body.length > 0 ? body : null })
  const key = headers.get('idempotency-key') ?? undefined
  seen.push({ method, path, key, status: answer.status, replayed: answer.headers.get('idempotency-replay') === 'true' })
  const text = await answer.text()
  if (losses-- > 0) return request.socket.destroy()
  response.writeHead(answer.status, { 'content-type': 'application/json' }).end(text)
}

beforeAll(async () => {
  server = await startNotificationServer()
  line = createServer((request, response) => void carry(request, response))
  await new Promise<void>((resolve) => line.listen(0, '127.0.0.1', resolve))
  lineUrl = `http://127.0.0.1:${(line.address() as AddressInfo).port}`
})
afterAll(async () => {
  line.close()
  await server.stop()
})

const connect = async (options: Parameters<typeof createTestEnvironment>[1] = {}, retryMax = 3) => {
  const world = await createTestEnvironment(server.deps, options)
  const retryConfig = { retryMax, initialDelay: 0.05, waitMin: 0.05, waitMax: 0.1 }
  const novu = new Novu(world.apiKey, { backendUrl: lineUrl, retryConfig })
  const groups = (await novu.notificationGroups.get()).data.data as { _id: string }[]
  const createWorkflow = (name: string) =>
    novu.notificationTemplates.create({
      name,
      notificationGroupId: groups[0]?._id ?? '',
      active: true,
      steps: [{ template: { type: 'in_app', content: 'Hi' } }] as never,
    })
  seen = []
  return { novu, world, createWorkflow }
}
const inboxOf = async (novu: Novu, subscriberId: string) =>
  (await novu.subscribers.getNotificationsFeed(subscriberId, {})).data.data as unknown[]

test('an answer that is lost is asked for again, and the event happens once', async () => {
  const { novu, createWorkflow } = await connect()
  await createWorkflow('Once')
  await novu.subscribers.identify('bia', {})
  seen = []
  losses = 2
  const { data } = await novu.trigger('once', { to: 'bia', payload: {} })
  expect(data.data).toMatchObject({ acknowledged: true, status: 'processed', transactionId: expect.any(String) })
  expect(seen.map(({ status, replayed }) => [status, replayed])).toEqual([
    [201, false],
    [201, true],
    [201, true],
  ])
  expect(new Set(seen.map(({ key }) => key)).size).toBe(1)
  await expect.poll(() => inboxOf(novu, 'bia')).toHaveLength(1)
  await server.settle()
  expect(await inboxOf(novu, 'bia')).toHaveLength(1)
})

test('reading is tried again without a key', async () => {
  const { novu } = await connect()
  losses = 1
  expect((await novu.subscribers.list(0, 10)).data.data).toEqual([])
  expect(seen.map(({ key, status }) => [key, status])).toEqual(Array(2).fill([undefined, 200]))
})

test('an event of a workflow that is not there yet is tried with new keys until it is', async () => {
  const { novu, createWorkflow } = await connect({}, 10)
  const trigger = novu.trigger('late', { to: 'bia', payload: {} })
  await expect.poll(() => seen.length).toBeGreaterThan(1)
  await createWorkflow('Late')
  expect((await trigger).data.data).toMatchObject({ status: 'processed' })
  const tries = seen.filter(({ path }) => path === '/v1/events/trigger')
  expect(tries.map(({ status }) => status)).toEqual([...Array(tries.length - 1).fill(422), 201])
  expect(new Set(tries.map(({ key }) => key)).size).toBe(tries.length)
})

test('what is wrong in itself is not tried again', async () => {
  const { novu } = await connect()
  const refusal = novu.subscribers.identify('bia', { email: 'no address' })
  await expect(refusal).rejects.toMatchObject({ response: { status: 400 } })
  await expect(novu.topics.get('unknown')).rejects.toMatchObject({ response: { status: 404 } })
  expect(seen.map(({ status }) => status)).toEqual([400, 404])
})

test('too many calls are refused until the bucket has filled again', async () => {
  const { novu, createWorkflow } = await connect({ tier: 'free' }, 40)
  await createWorkflow('Often')
  const event = { name: 'often', to: 'bia', payload: {} }
  seen = []
  for (let n = 0; n < 4; n++) await novu.bulkTrigger([event])
  const statuses = seen.map(({ status }) => status)
  expect(statuses.slice(0, 4)).toEqual([201, 201, 201, 429])
  expect(statuses.at(-1)).toBe(201)
})
