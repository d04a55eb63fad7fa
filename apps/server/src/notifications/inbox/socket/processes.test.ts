import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { io, type Socket } from 'socket.io-client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Deps } from '#server/context.ts'
import { createDeps } from '#server/deps.ts'
import type { Environment } from '#server/notifications/shared/context.ts'
import { createTestDeps, testConfig } from '#server/test/app.ts'
import { testDatabaseUrl } from '#server/test/database.ts'
import { createTestEnvironment, createTestMessage, createTestSubscriber } from '#server/test/notifications.ts'
import { createWidgetToken } from '../widget/token.ts'
import { createNotificationSocket } from './socket.ts'

// The bus of two processes goes over the database here, whatever else the run has.
const startProcess = async () => {
  const { log } = (await made).deps
  const config = { ...testConfig(), REDIS_URL: undefined }
  return createDeps({ config, databaseUrl: await testDatabaseUrl(), dataDir: '/nowhere', shared: true, log })
}

const made = createTestDeps()
const ends: (() => Promise<unknown>)[] = []
const sockets: Socket[] = []
let web: Deps
let worker: Deps
let url: string
let environment: Environment

beforeAll(async () => {
  const [one, other] = [await startProcess(), await startProcess()]
  web = one.deps
  worker = other.deps
  const http = createServer()
  const widgets = createNotificationSocket(http, web)
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(http.address() as AddressInfo).port}`
  environment = (await createTestEnvironment(web)).environment
  ends.push(widgets.close, one.close, other.close, async () => (await made).close())
})
afterAll(async () => {
  for (const socket of sockets) socket.disconnect()
  for (const end of ends) await end()
})

const connect = async () => {
  const subscriber = await createTestSubscriber(web, environment)
  const socket = io(url, {
    transports: ['websocket'],
    forceNew: true,
    auth: { token: createWidgetToken(web, environment, subscriber) },
  })
  sockets.push(socket)
  const told: string[] = []
  socket.onAny((event: string) => told.push(event))
  await new Promise<void>((resolve) => socket.once('connect', () => resolve()))
  return { subscriber, told }
}

test('what happens in one process is told by the sockets of another, however much it is', async () => {
  const clients = await Promise.all(Array.from({ length: 40 }, connect))
  const unknownSubscribers = Array.from({ length: 500 }, (_, n) => ({
    subscriberId: `nobody-${n}`,
    unseen: true,
    unread: true,
  }))
  const changes = await Promise.all(
    clients.map(async ({ subscriber }) => {
      const { id } = await createTestMessage(web, environment, subscriber)
      return { subscriberId: subscriber.id, received: [id], unseen: true, unread: true }
    }),
  )
  worker.bus.publish('notifications.feed', { changes: [...unknownSubscribers, ...changes] })
  const events = ['notification_received', 'unseen_count_changed', 'unread_count_changed']
  for (const { told } of clients) await expect.poll(() => told).toEqual(events)
})

test('many messages of one subscriber travel too', async () => {
  const { subscriber, told } = await connect()
  const received: string[] = []
  for (let n = 0; n < 30; n++) received.push((await createTestMessage(web, environment, subscriber)).id)
  const unknown = Array.from({ length: 400 }, (_, n) => `${n}`.padStart(24, 'f'))
  worker.bus.publish('notifications.feed', {
    changes: [{ subscriberId: subscriber.id, received: [...unknown, ...received], unseen: true, unread: true }],
  })
  await expect.poll(() => told.filter((event) => event === 'notification_received').length).toBe(30)
  await expect.poll(() => told.at(-1)).toBe('unread_count_changed')
})

test('after messages between processes were lost, everyone is sent their counts again', async () => {
  const { told } = await connect()
  await web.database.pool.query(`select pg_terminate_backend(pid) from pg_stat_activity
    where query like 'listen %' and datname = current_database()`)
  await expect.poll(() => told).toEqual(['unseen_count_changed', 'unread_count_changed'])
})
