import { createHmac } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import { type AddressInfo, connect as connectTcp, type Socket as TcpSocket } from 'node:net'
import { socketPath } from '@recado/contracts/realtime'
import { eq } from 'drizzle-orm'
import { io, type Socket } from 'socket.io-client'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type Deps, systemCtx } from '#server/context.ts'
import { notificationMessages } from '#server/db/schema/notifications/messages.ts'
import { notificationSubscribers } from '#server/db/schema/notifications/subscribers.ts'
import { registry } from '#server/lib/metrics.ts'
import { createConversationVisibility } from '#server/modules/inbox/visibility/index.ts'
import { findSubscriber } from '#server/notifications/audience/subscribers/queries.ts'
import type { Environment, SubscriberRow } from '#server/notifications/shared/context.ts'
import { createNotificationId } from '#server/notifications/shared/ids.ts'
import type { FeedChange } from '#server/realtime/bus.ts'
import { createSocketServer } from '#server/realtime/socket-server.ts'
import { refuseOtherUpgrades } from '#server/realtime/upgrades.ts'
import { createTestDeps } from '#server/test/app.ts'
import { createTestEnvironment, createTestMessage, createTestSubscriber } from '#server/test/notifications.ts'
import { createWidgetToken } from '../widget/token.ts'
import { createNotificationSocket, type NotificationSocket, widgetSocketPath } from './socket.ts'

type Told = { event: string; payload: Record<string, unknown> }

let deps: Deps
let http: Server
let widgets: NotificationSocket
let environment: Environment
let port: number
const ends: (() => Promise<unknown>)[] = []
const open: Socket[] = []

beforeAll(async () => {
  const made = await createTestDeps()
  deps = made.deps
  http = createServer()
  const product = createSocketServer(http, deps, {
    resolve: async () => null,
    visibility: createConversationVisibility(deps),
  })
  widgets = createNotificationSocket(http, deps)
  refuseOtherUpgrades(http, [socketPath, widgetSocketPath])
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  port = (http.address() as AddressInfo).port
  environment = (await createTestEnvironment(deps)).environment
  ends.push(() => Promise.all([product.close(), widgets.close()]), made.close)
})
afterEach(() => {
  for (const socket of open.splice(0)) socket.disconnect()
})
afterAll(async () => {
  for (const end of ends) await end()
})

const connect = (options: Record<string, unknown>, origin = 'https://shop.example') => {
  const socket = io(`http://127.0.0.1:${port}`, {
    transports: ['websocket'],
    reconnection: false,
    forceNew: true,
    extraHeaders: { origin },
    ...options,
  })
  open.push(socket)
  const told: Told[] = []
  socket.onAny((event: string, payload: Told['payload']) => told.push({ event, payload }))
  return { socket, told }
}

const connected = async (options: Record<string, unknown>) => {
  const client = connect(options)
  await new Promise((resolve, reject) => {
    client.socket.once('connect', () => resolve(undefined))
    client.socket.once('connect_error', reject)
  })
  return client
}

const widgetOf = (subscriber: SubscriberRow) =>
  connected({ auth: { token: createWidgetToken(deps, environment, subscriber) } })

const upgrade = (path: string) =>
  [
    `GET ${path}/?EIO=4&transport=websocket HTTP/1.1`,
    'Host: 127.0.0.1',
    'Connection: Upgrade',
    'Upgrade: websocket',
    'Sec-WebSocket-Version: 13',
    'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n',
  ].join('\r\n')

/** Opens a socket by hand; its one masked frame carries the token (RFC 6455, section 5). */
const open101 = async (socket: TcpSocket, token: string) => {
  socket.write(upgrade(widgetSocketPath))
  await new Promise((resolve) => socket.once('data', resolve))
  const payload = Buffer.from(`40${JSON.stringify({ token })}`)
  const head = Buffer.from([0x81, 0x80 | 126, payload.length >> 8, payload.length & 0xff, 0, 0, 0, 0])
  socket.write(Buffer.concat([head, payload]))
}

const goneOf = (socket: Socket) => new Promise<string>((resolve) => socket.once('disconnect', resolve))
const publish = (...changes: FeedChange[]) => deps.bus.publish('notifications.feed', { changes })
const read = async (subscriber: SubscriberRow) =>
  findSubscriber(systemCtx(deps, 'test'), environment.id, subscriber.subscriberId)

describe('connecting', () => {
  test('takes the token from auth, or from the query, from a page of any origin', async () => {
    const bia = await createTestSubscriber(deps, environment)
    const token = createWidgetToken(deps, environment, bia)
    const byAuth = await connected({ auth: { token }, query: { token: 'another' } })
    const byQuery = await connected({ query: { token } })
    publish({ subscriberId: bia.id, unseen: true, unread: false })
    const event = { event: 'unseen_count_changed', payload: { unseenCount: 0, hasMore: false } }
    await expect.poll(() => byAuth.told).toEqual([event])
    await expect.poll(() => byQuery.told).toEqual([event])
  })

  test.each([
    ['no token', {}],
    ['the text null', { query: { token: 'null' } }],
    ['an empty token', { auth: { token: '' } }],
    ['something else than text', { auth: { token: { length: 3 } } }],
    ['nonsense', { auth: { token: 'a.b.c' } }],
  ])('disconnects %s', async (_name, options) => {
    const { socket } = connect(options)
    expect(await goneOf(socket)).toBe('io server disconnect')
  })

  test('disconnects a token of another audience, of another environment, or of no one', async () => {
    const bia = await createTestSubscriber(deps, environment)
    const other = await createTestEnvironment(deps)
    const [head = '', body = ''] = createWidgetToken(deps, environment, bia).split('.')
    const claims = { ...JSON.parse(Buffer.from(body, 'base64url').toString()), aud: 'user' }
    const text = `${head}.${Buffer.from(JSON.stringify(claims)).toString('base64url')}`
    const signature = createHmac('sha256', deps.sealer.sign('widget-token', 'key')).update(text).digest('base64url')
    const tokens = [
      `${text}.${signature}`,
      createWidgetToken(deps, other.environment, bia),
      createWidgetToken(deps, environment, { ...bia, id: 'f'.repeat(24) }),
    ]
    for (const token of tokens) expect(await goneOf(connect({ auth: { token } }).socket)).toBe('io server disconnect')
  })

  test('closes the sockets of a subscriber who is removed, and no other', async () => {
    const [bia, ana] = [await createTestSubscriber(deps, environment), await createTestSubscriber(deps, environment)]
    const [one, two] = [await widgetOf(bia), await widgetOf(ana)]
    await deps.database.db.delete(notificationSubscribers).where(eq(notificationSubscribers.id, bia.id))
    const gone = goneOf(one.socket)
    deps.bus.publish('notifications.removed', { subscriberIds: [bia.id] })
    expect(await gone).toBe('io server disconnect')
    expect(two.socket.connected).toBe(true)
    const { socket } = connect({ auth: { token: createWidgetToken(deps, environment, bia) } })
    expect(await goneOf(socket)).toBe('io server disconnect')
  })

  test('stands beside the socket of the product, and nothing else is served', async () => {
    const { socket } = connect({ path: socketPath }, 'http://localhost:5000')
    const refusal = await new Promise<Error>((resolve) => socket.once('connect_error', resolve))
    expect(refusal.message).toBe('unauthenticated')
    const raw = connectTcp(port, '127.0.0.1')
    raw.write(upgrade('/engine.io'))
    const answer = await new Promise<string>((resolve) => raw.once('data', (data) => resolve(data.toString())))
    expect(answer).toMatch(/^HTTP\/1.1 404 /)
    const polling = await fetch(`http://127.0.0.1:${port}${widgetSocketPath}/?EIO=4&transport=polling`)
    expect(polling.status).toBe(400)
  })

  test('is counted', async () => {
    const before = widgets.connections()
    const metric = async () => (await registry.getSingleMetric('recado_widget_connections')?.get())?.values[0]?.value
    const counted = await metric()
    const { socket } = await widgetOf(await createTestSubscriber(deps, environment))
    expect([widgets.connections(), await metric()]).toEqual([before + 1, Number(counted) + 1])
    socket.disconnect()
    await expect.poll(widgets.connections).toBe(before)
    await expect.poll(metric).toBe(counted)
  })
})

describe('presence by tabs', () => {
  test('closing one of two leaves them online, closing both does not', async () => {
    const bia = await createTestSubscriber(deps, environment)
    const [one, two] = [await widgetOf(bia), await widgetOf(bia)]
    await expect.poll(async () => (await read(bia))?.isOnline).toBe(true)
    one.socket.disconnect()
    await new Promise((resolve) => setTimeout(resolve, 150))
    expect(await read(bia)).toMatchObject({ isOnline: true, lastOnlineAt: null })
    two.socket.disconnect()
    await expect.poll(() => read(bia)).toMatchObject({ isOnline: false, lastOnlineAt: expect.any(Date) })
  })
})

describe('events', () => {
  test('a message is told to every tab of its subscriber only: received, unseen, unread', async () => {
    const [bia, ana] = [await createTestSubscriber(deps, environment), await createTestSubscriber(deps, environment)]
    const [one, two, other] = [await widgetOf(bia), await widgetOf(bia), await widgetOf(ana)]
    const message = await createTestMessage(deps, environment, bia, { content: 'Your order left' })
    publish({ subscriberId: bia.id, received: [message.id], unseen: true, unread: true })
    const events = [
      {
        event: 'notification_received',
        payload: {
          message: expect.objectContaining({ _id: message.id, content: 'Your order left', seen: false, read: false }),
        },
      },
      { event: 'unseen_count_changed', payload: { unseenCount: 1, hasMore: false } },
      { event: 'unread_count_changed', payload: { unreadCount: 1, hasMore: false } },
    ]
    await expect.poll(() => one.told).toEqual(events)
    await expect.poll(() => two.told).toEqual(events)
    expect(other.told).toEqual([])
  })

  test('a message goes to no one but its subscriber, whatever the change says', async () => {
    const [bia, ana] = [await createTestSubscriber(deps, environment), await createTestSubscriber(deps, environment)]
    const [one, two] = [await widgetOf(bia), await widgetOf(ana)]
    const message = await createTestMessage(deps, environment, bia)
    publish({ subscriberId: ana.id, received: [message.id], unseen: true, unread: false })
    await expect.poll(() => two.told.map(({ event }) => event)).toEqual(['unseen_count_changed'])
    expect(one.told).toEqual([])
  })

  test('marks tell only the counts that they touch', async () => {
    const bia = await createTestSubscriber(deps, environment)
    const { told } = await widgetOf(bia)
    await createTestMessage(deps, environment, bia, { seenAt: new Date() })
    publish({ subscriberId: bia.id, unseen: false, unread: true })
    await expect
      .poll(() => told)
      .toEqual([{ event: 'unread_count_changed', payload: { unreadCount: 1, hasMore: false } }])
  })

  test('counts end at 100', async () => {
    const bia = await createTestSubscriber(deps, environment)
    const { told } = await widgetOf(bia)
    for (let n = 0; n < 100; n++) await createTestMessage(deps, environment, bia, n === 0 ? { readAt: new Date() } : {})
    const changed = { subscriberId: bia.id, unseen: true, unread: true }
    publish(changed)
    await expect
      .poll(() => told.map(({ payload }) => payload))
      .toEqual([
        { unseenCount: 100, hasMore: false },
        { unreadCount: 99, hasMore: false },
      ])
    told.length = 0
    await createTestMessage(deps, environment, bia)
    await createTestMessage(deps, environment, bia)
    publish(changed)
    await expect
      .poll(() => told.map(({ payload }) => payload))
      .toEqual([
        { unseenCount: 100, hasMore: true },
        { unreadCount: 100, hasMore: true },
      ])
  })

  test('a burst gives every message once, in order, and few counts, the last of them true', async () => {
    const bia = await createTestSubscriber(deps, environment)
    const { told } = await widgetOf(bia)
    const first = await createTestMessage(deps, environment, bia)
    const { id: _id, jobId: _job, ...same } = first
    const rows = Array.from({ length: 999 }, (_, n) => ({
      ...same,
      id: createNotificationId(),
      jobId: `burst-${bia.id}-${n}`,
    }))
    const ids = (await deps.database.db.insert(notificationMessages).values(rows).returning()).map(({ id }) => id)
    for (const id of ids) publish({ subscriberId: bia.id, received: [id], unseen: true, unread: true })
    const received = () => told.flatMap(({ payload }) => (payload['message'] as { _id: string } | undefined)?._id ?? [])
    await expect.poll(received).toEqual(ids)
    await expect
      .poll(() => told.at(-1))
      .toEqual({ event: 'unread_count_changed', payload: { unreadCount: 100, hasMore: true } })
    expect(told.filter(({ event }) => event === 'unseen_count_changed').length).toBeLessThan(ids.length / 2)
  })

  test('a single event is told without another', async () => {
    const bia = await createTestSubscriber(deps, environment)
    const { socket } = await widgetOf(bia)
    const told = new Promise((resolve) => socket.once('unseen_count_changed', resolve))
    publish({ subscriberId: bia.id, unseen: true, unread: false })
    await told
  })

  test('a socket that takes nothing is closed, before what waits for it grows without end', async () => {
    const bia = await createTestSubscriber(deps, environment)
    const stuck = connectTcp(port, '127.0.0.1')
    await open101(stuck, createWidgetToken(deps, environment, bia))
    await expect.poll(async () => (await read(bia))?.isOnline).toBe(true)
    stuck.pause()
    const { told } = await widgetOf(bia)
    const { id } = await createTestMessage(deps, environment, bia, { content: 'x'.repeat(200_000) })
    // Sixty million letters, in portions that whoever does read can take.
    for (let sent = 0; sent < 300; sent += 10) {
      for (let n = 0; n < 10; n++) publish({ subscriberId: bia.id, received: [id], unseen: false, unread: false })
      await expect.poll(() => told.length, { interval: 10 }).toBe(sent + 10)
    }
    stuck.resume()
    await new Promise((resolve) => stuck.once('close', resolve))
  })
})
