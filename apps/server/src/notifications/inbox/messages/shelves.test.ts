import type { InboxMessage } from '@recado/contracts/notifications/inbox'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { systemCtx } from '#server/context.ts'
import { deleteOldNotifications } from '#server/notifications/engine/retention/actions.ts'
import { createNotificationId } from '#server/notifications/shared/ids.ts'
import { buildOwnApp, type TestApp } from '#server/test/app.ts'
import { createInboxWorld, type InboxWorld, openInbox, toldBy } from '#server/test/inbox.ts'
import { createTestMessage } from '#server/test/notifications.ts'

const start = new Date('2026-11-21T12:00:00Z')
const later = (minutes: number) => new Date(start.getTime() + minutes * 60_000)
const day = 24 * 60

let test: TestApp
let world: InboxWorld
let now = start
beforeAll(async () => {
  test = await buildOwnApp()
  test.deps.now = () => now
})
afterAll(() => test.close())
beforeEach(async () => {
  now = start
  world = await createInboxWorld(test)
})

const post = (path: string, body: unknown) => world.inbox.call('POST', `/widgets/messages/${path}`, body)
const archive = (messageId: string | string[], archived = true) => post('archive', { messageId, archived })
const snooze = (messageId: string | string[], until: Date | null) =>
  post('snooze', { messageId, snoozedUntil: until?.toISOString() ?? null })
const page = async (query = '') => (await world.inbox.call('GET', `/widgets/notifications/feed${query}`)).body
const ids = async (query = '') => (await page(query)).data.map(({ _id }: InboxMessage) => _id)
const count = async (what: string) => (await world.inbox.call('GET', `/widgets/notifications/${what}`)).data.count
const counts = async () => [await count('unseen'), await count('unread')]
/** What is told of the inbox that is looked at: those of the tests before wake up as well. */
const told = async (run: () => Promise<unknown>) =>
  (await toldBy(test.deps, run)).filter(({ subscriberId }) => subscriberId === world.inbox.subscriber.id)
const both = () => [{ subscriberId: world.inbox.subscriber.id, unseen: true, unread: true }]
const wake = async (at: Date) => {
  now = at
  await test.deps.notifications.drain(test.deps)
}

describe('archiving', () => {
  it('takes messages out of the inbox and its counts, seen and read, and tells of both counts', async () => {
    const [a, b] = [await world.inbox.message(), await world.inbox.message()]
    const changes = await told(async () => {
      const { status, data } = await archive(a.id)
      expect([status, data.length]).toEqual([201, 1])
      expect(data[0]).toMatchObject({
        _id: a.id,
        content: 'Hello',
        archived: true,
        archivedAt: start.toISOString(),
        seen: true,
        read: true,
        snoozedUntil: null,
      })
    })
    expect(changes).toEqual(both())
    expect(await page()).toMatchObject({ totalCount: 1, data: [{ _id: b.id, archived: false }] })
    expect(await counts()).toEqual([1, 1])
    expect(await page('?archived=true')).toMatchObject({ totalCount: 1, data: [{ _id: a.id, archived: true }] })
    expect(await ids('?archived=false')).toEqual([b.id])
    expect([await count('count?archived=true'), await count('count?archived=true&read=false')]).toEqual([1, 0])
  })

  it('is taken back as it was, still seen and read, and can be repeated', async () => {
    const { id } = await world.inbox.message()
    await archive(id)
    now = later(5)
    expect((await archive(id)).data[0].archivedAt).toBe(start.toISOString())
    const [item] = (await archive(id, false)).data
    expect(item).toMatchObject({ archived: false, seen: true, read: true, createdAt: start.toISOString() })
    expect(item).not.toHaveProperty('archivedAt')
    expect([await ids(), await ids('?archived=true'), await counts()]).toEqual([[id], [], [0, 0]])
  })

  it('takes lists, in their order, and leaves out what is foreign, removed or unknown', async () => {
    const [a, b] = [await world.inbox.message(), await world.inbox.message()]
    const theirs = await world.other.message()
    const gone = await world.inbox.message({ deletedAt: start })
    const { data } = await archive([b.id, theirs.id, gone.id, createNotificationId(), a.id])
    expect(data.map(({ _id }: InboxMessage) => _id)).toEqual([b.id, a.id])
    expect((await world.other.call('GET', '/widgets/notifications/feed')).body.totalCount).toBe(1)
    expect((await world.other.call('GET', '/widgets/notifications/feed?archived=true')).body.totalCount).toBe(0)
  })

  it.each([[{ archived: true }], [{ messageId: 'x', archived: true }], [{ messageId: '0'.repeat(24) }]])(
    'refuses %j',
    async (body) => {
      const answer = await post('archive', body)
      expect([answer.status, answer.body.error]).toEqual([400, 'Bad Request'])
      expect(answer.body.message).toEqual([expect.any(String)])
    },
  )

  it('keeps what is there from marks and removals of all', async () => {
    const [a, b, c] = [await world.inbox.message(), await world.inbox.message(), await world.inbox.message()]
    await archive(a.id)
    await post('markAs', { messageId: a.id, mark: { read: false } })
    await snooze(b.id, later(60))
    expect((await post('read', {})).data).toBe(1)
    expect((await page('?archived=true')).data[0].read).toBe(false)
    expect((await page('?snoozed=true')).data[0].read).toBe(false)
    expect((await world.inbox.call('DELETE', '/widgets/messages')).status).toBe(204)
    expect([await ids(), await ids('?archived=true'), await ids('?snoozed=true')]).toEqual([[], [a.id], [b.id]])
    expect((await world.inbox.call('DELETE', `/widgets/messages/${a.id}`)).status).toBe(200)
    expect(await ids('?archived=true')).toEqual([])
    expect((await world.inbox.call('DELETE', `/widgets/messages/${c.id}`)).status).toBe(400)
  })

  it('is listed by feed and by payload too', async () => {
    const feedId = await world.feed('orders')
    const a = await world.inbox.message({ feedId, payload: { n: 1 } })
    await archive([a.id, (await world.inbox.message({ payload: { n: 2 } })).id])
    const payload = Buffer.from('{"n":1}').toString('base64')
    expect(await ids('?archived=true&feedIdentifier=orders')).toEqual([a.id])
    expect(await ids(`?archived=true&payload=${encodeURIComponent(payload)}`)).toEqual([a.id])
    expect(await count('count?archived=true&feedIdentifier=orders')).toBe(1)
  })
})

describe('putting off', () => {
  it('takes messages out of the inbox and its counts as they are, and tells of both counts', async () => {
    const { id } = await world.inbox.message()
    const changes = await told(async () => {
      const { status, data } = await snooze(id, later(60))
      expect([status, data.length]).toEqual([201, 1])
      expect(data[0]).toMatchObject({ _id: id, snoozedUntil: later(60).toISOString(), seen: false, read: false })
    })
    expect(changes).toEqual(both())
    expect([await ids(), await counts(), await ids('?snoozed=true')]).toEqual([[], [0, 0], [id]])
    expect(await count('count?snoozed=true')).toBe(1)
  })

  it('ends at its time, for good: on top of the inbox, unseen and unread, and the sockets are told', async () => {
    const [old, young] = [await world.inbox.message({ createdAt: later(-60) }), await world.inbox.message()]
    await post('mark-as', { messageId: old.id, markAs: 'read' })
    await snooze(old.id, later(60))
    expect(await told(() => wake(later(59)))).toEqual([])
    expect(await ids()).toEqual([young.id])
    const changes = await told(() => wake(later(61)))
    expect(changes).toEqual([{ ...both()[0], received: [old.id] }])
    const { data } = await page()
    expect(data.map(({ _id }: InboxMessage) => _id)).toEqual([old.id, young.id])
    expect(data[0]).toMatchObject({ snoozedUntil: null, seen: false, read: false, createdAt: later(61).toISOString() })
    expect(await counts()).toEqual([2, 2])
    expect(await told(() => wake(later(120)))).toEqual([])
  })

  it('ends automatically while the engine works', async () => {
    const { id } = await world.inbox.message()
    await snooze(id, later(60))
    test.deps.notifications.start(test.deps)
    try {
      now = later(61)
      await expect.poll(() => ids()).toEqual([id])
    } finally {
      await test.deps.notifications.stop()
    }
  })

  it('can be ended before, and leaves the message where it was', async () => {
    const [old, young] = [await world.inbox.message({ createdAt: later(-60) }), await world.inbox.message()]
    await snooze(old.id, later(60))
    expect(await told(() => snooze(old.id, null))).toEqual(both())
    expect(await ids()).toEqual([young.id, old.id])
    await wake(later(120))
    expect(await ids()).toEqual([young.id, old.id])
  })

  it('and archiving end each other', async () => {
    const { id } = await world.inbox.message()
    await snooze(id, later(60))
    await archive(id)
    expect([await ids('?snoozed=true'), await ids('?archived=true')]).toEqual([[], [id]])
    await wake(later(120))
    expect(await ids()).toEqual([])
    await snooze(id, later(180))
    expect([await ids('?snoozed=true'), await ids('?archived=true')]).toEqual([[id], []])
    await wake(later(180))
    expect(await ids()).toEqual([id])
  })

  it('brings nothing back that was removed meanwhile', async () => {
    const { id } = await world.inbox.message()
    await snooze(id, later(60))
    await world.inbox.call('DELETE', `/widgets/messages/${id}`)
    expect(await told(() => wake(later(120)))).toEqual([])
    expect(await ids()).toEqual([])
  })

  it('keeps a message from being forgotten before it came back', async () => {
    const { id } = await world.inbox.message({ createdAt: later(-360 * day), expireAt: later(5 * day) })
    await snooze(id, later(300 * day))
    now = later(299 * day)
    await deleteOldNotifications(systemCtx(test.deps, 'test'), new AbortController().signal)
    await wake(later(301 * day))
    const { environment, inbox } = world
    const anew = await openInbox(test, environment, inbox.subscriber).call('GET', '/widgets/notifications/feed')
    expect(anew.body.data.map(({ _id }: InboxMessage) => _id)).toEqual([id])
  })

  it('brings back thousands, each once, though several processes look', async () => {
    const { environment, inbox } = world
    await Promise.all(
      Array.from({ length: 1200 }, () =>
        createTestMessage(test.deps, environment, inbox.subscriber, { snoozedUntil: later(1) }),
      ),
    )
    now = later(2)
    const { deps } = test
    const changes = await told(() => Promise.all([deps.notifications.drain(deps), deps.notifications.drain(deps)]))
    const received = changes.flatMap((change) => change.received ?? [])
    expect([received.length, new Set(received).size]).toEqual([1200, 1200])
    expect((await page()).totalCount).toBe(1200)
  })

  it.each([
    ['in the past', later(-1).toISOString()],
    ['now', start.toISOString()],
    ['more than a year away', later(367 * day).toISOString()],
    ['no date', 'tomorrow'],
    ['no text', 1_800_000_000_000],
    ['missing', undefined],
  ])('refuses a moment that is %s', async (_name, snoozedUntil) => {
    const { id } = await world.inbox.message()
    const changes = await told(async () => {
      const { status, body } = await post('snooze', { messageId: id, snoozedUntil })
      expect([status, body.message]).toEqual([400, [expect.stringContaining('snoozedUntil')]])
    })
    expect(changes).toEqual([])
    expect(await ids()).toEqual([id])
  })

  it('takes a moment with an offset', async () => {
    const { id } = await world.inbox.message()
    const { data } = await post('snooze', { messageId: id, snoozedUntil: '2026-11-22T09:00:00-03:00' })
    expect(data[0].snoozedUntil).toBe('2026-11-22T12:00:00.000Z')
  })

  it("neither reaches nor answers anybody else's messages", async () => {
    const theirs = await world.other.message()
    expect((await snooze(theirs.id, later(60))).data).toEqual([])
    expect((await world.other.call('GET', '/widgets/notifications/feed')).body.totalCount).toBe(1)
  })
})
