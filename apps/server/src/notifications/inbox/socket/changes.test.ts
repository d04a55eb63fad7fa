import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { ChannelType } from '@recado/contracts/notifications/domain'
import { io, type Socket } from 'socket.io-client'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { systemCtx } from '#server/context.ts'
import { deleteOldNotifications } from '#server/notifications/engine/retention/actions.ts'
import { callerOf, createTestFeed, openInbox } from '#server/test/inbox.ts'
import { inApp, type NotificationWorld, openNotificationWorld } from '#server/test/notification-world.ts'
import { createTestMessage, createTestSubscriber } from '#server/test/notifications.ts'
import { createNotificationSocket } from './socket.ts'

// Whatever anybody does to an inbox is heard by every open tab of its subscriber, and the counts heard last are true.

const start = '2026-03-02T12:00:00.000Z'
const hour = 3_600_000

let world: NotificationWorld
let url: string
let feedId: string
const ends: (() => Promise<unknown>)[] = []
const open: Socket[] = []
beforeAll(async () => {
  world = await openNotificationWorld(start)
  const http = createServer()
  const widgets = createNotificationSocket(http, world.deps)
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(http.address() as AddressInfo).port}`
  feedId = await createTestFeed(world.deps, world.environment, 'orders')
  ends.push(widgets.close, world.close)
})
afterAll(async () => {
  for (const end of ends) await end()
})
beforeEach(() => world.moveTo(start))
afterEach(() => {
  for (const socket of open.splice(0)) socket.disconnect()
})

const tabOf = async (token: string) => {
  const socket = io(url, { transports: ['websocket'], reconnection: false, forceNew: true, auth: { token } })
  open.push(socket)
  const received: string[] = []
  const counts: { unseen?: unknown; unread?: unknown } = {}
  socket.on('notification_received', ({ message }) => received.push(message._id))
  socket.on('unseen_count_changed', ({ unseenCount, hasMore }) => {
    counts.unseen = hasMore ? 'more' : unseenCount
  })
  socket.on('unread_count_changed', ({ unreadCount, hasMore }) => {
    counts.unread = hasMore ? 'more' : unreadCount
  })
  await new Promise<void>((resolve) => socket.once('connect', () => resolve()))
  return { received, counts }
}

/** Someone with two tabs and three messages: two are new, the second in a feed; the third was read, but never seen. */
const openTabs = async () => {
  const { deps, environment } = world
  const subscriber = await createTestSubscriber(deps, environment)
  const inbox = openInbox(world, environment, subscriber)
  const a = await inbox.message({ cta: { action: { buttons: [{ type: 'primary', content: 'Yes' }] } } })
  const b = await inbox.message({ feedId })
  const c = await inbox.message({ readAt: new Date(start) })
  return {
    a: a.id,
    b: b.id,
    c: c.id,
    transactionId: a.transactionId,
    subscriber,
    call: inbox.call,
    post: (path: string, body: unknown = {}) => inbox.call('POST', `/widgets/messages/${path}`, body),
    api: callerOf(world, world.headers),
    tabs: [await tabOf(inbox.token), await tabOf(inbox.token)],
  }
}
type Tabs = Awaited<ReturnType<typeof openTabs>>
type Case = [name: string, act: (t: Tabs) => Promise<unknown>, unseen: number | undefined, unread: number | undefined]

const until = new Date(Date.parse(start) + hour).toISOString()
const inThePast = { createdAt: new Date(Date.parse(start) - 366 * 24 * hour) }

describe('both tabs hear of', () => {
  it.each<Case>([
    ['a mark as seen', (t) => t.post('markAs', { messageId: t.a, mark: { seen: true } }), 2, undefined],
    ['a mark as read', (t) => t.post('markAs', { messageId: t.a, mark: { seen: true, read: true } }), 2, 1],
    ['a mark with a word', (t) => t.post('mark-as', { messageId: [t.a, t.b], markAs: 'read' }), 1, 0],
    ['a mark taken back', (t) => t.post('mark-as', { messageId: t.c, markAs: 'unread' }), 2, 3],
    ['all marked as read, which leaves nothing unseen either', (t) => t.post('read'), 0, 0],
    ['all marked as seen, which leaves what is unread', (t) => t.post('seen'), 0, 2],
    ['a feed marked as read', (t) => t.post('read', { feedId: 'orders' }), 2, 1],
    ['a message removed', (t) => t.call('DELETE', `/widgets/messages/${t.a}`), 2, 1],
    ['some removed', (t) => t.post('bulk/delete', { messageIds: [t.a, t.b] }), 1, 0],
    ['all removed', (t) => t.call('DELETE', '/widgets/messages'), 0, 0],
    ['a feed emptied', (t) => t.call('DELETE', `/widgets/messages?feedId=${feedId}`), 2, 1],
    ['a button that was pressed', (t) => t.post(`${t.a}/actions/primary`, { status: 'done' }), 3, 2],
    ['a message archived', (t) => t.post('archive', { messageId: t.a, archived: true }), 2, 1],
    ['a message put off', (t) => t.post('snooze', { messageId: t.a, snoozedUntil: until }), 2, 1],
    ['a message deleted with a key', (t) => t.api('DELETE', `/messages/${t.a}`), 2, 1],
    ['a transaction deleted with a key', (t) => t.api('DELETE', `/messages/transaction/${t.transactionId}`), 2, 1],
    [
      'all marked with a key',
      (t) => t.api('POST', `/subscribers/${t.subscriber.subscriberId}/messages/mark-all`, { markAs: 'read' }),
      0,
      0,
    ],
    [
      'what is kept no longer',
      async (t) => {
        await createTestMessage(world.deps, world.environment, t.subscriber, inThePast)
        await deleteOldNotifications(systemCtx(world.deps, 'test'), new AbortController().signal)
      },
      3,
      2,
    ],
  ])('%s', async (_name, act, unseen, unread) => {
    const t = await openTabs()
    await act(t)
    const expected = { ...(unseen === undefined ? {} : { unseen }), ...(unread === undefined ? {} : { unread }) }
    for (const { counts } of t.tabs) await expect.poll(() => counts).toEqual(expected)
  })

  it('what comes back after it was put off, as if it were new', async () => {
    const t = await openTabs()
    await t.post('snooze', { messageId: t.c, snoozedUntil: until })
    for (const { counts } of t.tabs) await expect.poll(() => counts).toEqual({ unseen: 2, unread: 2 })
    await world.moveTo(until)
    for (const { counts, received } of t.tabs) {
      await expect.poll(() => counts).toEqual({ unseen: 3, unread: 3 })
      expect(received).toEqual([t.c])
    }
  })

  it('each of a burst of fifty triggers, and the counts at the end are those of all', async () => {
    const { name } = await world.createWorkflow([inApp('news {{n}}')])
    const t = await openTabs()
    const trigger = (n: number) => world.trigger(name, t.subscriber.subscriberId, { n })
    await Promise.all(Array.from({ length: 50 }, (_, n) => trigger(n)))
    for (const { counts, received } of t.tabs) {
      await expect.poll(() => counts).toEqual({ unseen: 53, unread: 52 })
      expect(new Set(received).size).toBe(50)
    }
  })
})

it('other channels ring no bell', async () => {
  const t = await openTabs()
  const channels: ChannelType[] = ['email', 'sms']
  for (const channel of channels) {
    const sent = await createTestMessage(world.deps, world.environment, t.subscriber, { channel })
    await t.api('DELETE', `/messages/${sent.id}`)
  }
  await t.post('markAs', { messageId: t.a, mark: { seen: true } })
  for (const { counts } of t.tabs) await expect.poll(() => counts).toEqual({ unseen: 2 })
})
