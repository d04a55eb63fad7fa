import type { InboxMessage } from '@recado/contracts/notifications/inbox'
import { inArray } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { inTransaction, systemCtx } from '#server/context.ts'
import { notificationMessages } from '#server/db/schema/notifications/messages.ts'
import { createNotificationId } from '#server/notifications/shared/ids.ts'
import { buildTestApp, type TestApp } from '#server/test/app.ts'
import { createInboxWorld, createTestFeed, type InboxWorld, toldBy } from '#server/test/inbox.ts'
import { createTestEnvironment } from '#server/test/notifications.ts'
import { markAllMessages } from './actions.ts'

let test: TestApp
let world: InboxWorld
beforeAll(async () => {
  test = await buildTestApp()
})
afterAll(() => test.close())
beforeEach(async () => {
  world = await createInboxWorld(test)
})

const before = new Date(Date.UTC(2026, 0, 1))
const stored = async (...ids: string[]) => {
  const rows = await test.deps.database.db
    .select()
    .from(notificationMessages)
    .where(inArray(notificationMessages.id, ids))
  const row = (id: string) => rows.find((found) => found.id === id)
  return ids.map((id) => [row(id)?.seenAt != null, row(id)?.readAt != null])
}
const post = (path: string, body: unknown) => world.inbox.call('POST', `/widgets/messages/${path}`, body)
const flags = (items: InboxMessage[]) => items.map(({ seen, read }) => [seen, read])
const tellsOf = (unseen: boolean, unread: boolean) => [{ subscriberId: world.inbox.subscriber.id, unseen, unread }]
const both = () => tellsOf(true, true)

describe('markAs', () => {
  it.each([
    ['one id', (id: string, _other: string) => id, 1],
    ['a list', (id: string, other: string) => [id, other], 2],
    ['ids between commas', (id: string, other: string) => `${id},${other}`, 2],
  ])('takes %s', async (_name, idsOf, expected) => {
    const [a, b] = [await world.inbox.message(), await world.inbox.message()]
    const { status, data } = await post('markAs', { messageId: idsOf(a.id, b.id), mark: { seen: true } })
    expect(status).toBe(201)
    expect(data.map(({ _id }: InboxMessage) => _id)).toEqual([a.id, b.id].slice(0, expected))
  })

  it.each([
    [{ seen: true }, [true, false], [true, false]],
    [{ read: true }, [false, true], [false, true]],
    [{ seen: true, read: true }, [true, true], [true, true]],
    [{ seen: true, read: false }, [true, false], [true, true]],
    [{ seen: null, read: true }, [false, true], [false, true]],
    [{}, [true, false], [true, false]],
  ])('%j sets only what it says, and tells of that', async (mark, expected, told) => {
    const { id } = await world.inbox.message()
    const changes = await toldBy(test.deps, async () => {
      expect(flags((await post('markAs', { messageId: id, mark })).data)).toEqual([expected])
    })
    expect(await stored(id)).toEqual([expected])
    expect(changes).toEqual(tellsOf(told[0] === true, told[1] === true))
  })

  it('takes flags back', async () => {
    const { id } = await world.inbox.message({ seenAt: before, readAt: before })
    await post('markAs', { messageId: id, mark: { read: false } })
    expect(await stored(id)).toEqual([[true, false]])
    await post('markAs', { messageId: id, mark: { seen: false } })
    expect(await stored(id)).toEqual([[false, false]])
  })

  it('does no harm when it is repeated', async () => {
    const { id } = await world.inbox.message()
    const mark = () => post('markAs', { messageId: id, mark: { seen: true, read: true } })
    const [first] = (await mark()).data
    const [second] = (await mark()).data
    expect([second.lastSeenDate, second.lastReadDate]).toEqual([first.lastSeenDate, first.lastReadDate])
    expect(new Date(first.lastReadDate).getTime()).toBeGreaterThan(before.getTime())
  })

  it('answers whole messages, with the avatar of the actor', async () => {
    const actor = await world.person({ avatar: 'https://img/rui.png' })
    const row = await world.inbox.message({
      content: '<b>Hi</b>',
      cta: { data: { url: '/x' } },
      actor: { type: 'user', data: null },
      actorId: actor.id,
    })
    const [item] = (await post('markAs', { messageId: row.id, mark: { seen: true } })).data
    const [inFeed] = (await world.inbox.call('GET', '/widgets/notifications/feed')).body.data
    expect(item).toEqual(inFeed)
    expect(item).toMatchObject({ content: '<b>Hi</b>', actor: { type: 'user', data: 'https://img/rui.png' } })
  })

  it("neither changes nor returns anybody else's, removed or unknown messages", async () => {
    const [mine, theirs] = [await world.inbox.message(), await world.other.message()]
    const gone = await world.inbox.message({ deletedAt: before })
    const messageId = [theirs.id, gone.id, createNotificationId(), mine.id]
    const { data } = await post('markAs', { messageId, mark: { seen: true, read: true } })
    expect(data.map(({ _id }: InboxMessage) => _id)).toEqual([mine.id])
    expect(await stored(theirs.id, gone.id)).toEqual([
      [false, false],
      [false, false],
    ])
  })

  it.each([[undefined], [null], ['']])('asks for a message id instead of %j', async (messageId) => {
    const { status, body } = await post('markAs', { messageId, mark: { seen: true } })
    expect([status, body.message]).toEqual([400, ['messageId is required']])
  })

  it.each([
    [{ messageId: 'x', mark: { seen: true } }],
    [{ messageId: { $gt: '' }, mark: { seen: true } }],
    [{ messageId: [1], mark: { seen: true } }],
    [{ messageId: '000000000000000000000000' }],
    [{ messageId: '000000000000000000000000', mark: { seen: 'yes' } }],
  ])('refuses %j', async (body) => {
    expect((await post('markAs', body)).status).toBe(400)
  })
})

describe('mark-as', () => {
  it.each([
    ['read', [true, true], true, true],
    ['unread', [true, false], true, true],
    ['seen', [true, false], true, false],
    ['unseen', [false, false], true, false],
  ])('%s', async (markAs, expected, unseen, unread) => {
    const { id } = await world.inbox.message(markAs === 'unread' ? { readAt: before } : {})
    const changes = await toldBy(test.deps, async () => {
      const { status, data } = await post('mark-as', { messageId: [id], markAs })
      expect([status, flags(data)]).toEqual([201, [expected]])
    })
    expect(changes).toEqual(tellsOf(unseen, unread))
  })

  it('unseen leaves read alone', async () => {
    const { id } = await world.inbox.message({ seenAt: before, readAt: before })
    await post('mark-as', { messageId: id, markAs: 'unseen' })
    expect(await stored(id)).toEqual([[false, true]])
  })

  it('knows no other words', async () => {
    const { id } = await world.inbox.message()
    expect((await post('mark-as', { messageId: id, markAs: 'archived' })).status).toBe(400)
    expect((await post('mark-as', { messageId: id })).status).toBe(400)
    expect((await post('mark-as', { markAs: 'read' })).body.message).toEqual(['messageId is required'])
  })
})

describe('marking all', () => {
  const four = async () => [
    await world.inbox.message(),
    await world.inbox.message({ seenAt: before }),
    await world.inbox.message({ seenAt: before, readAt: before }),
    await world.inbox.message({ readAt: before }),
    await world.other.message(),
  ]
  const idsOf = (rows: { id: string }[]) => rows.map(({ id }) => id)

  it('as read sets read and seen, counts what changed, and tells of both counts each time', async () => {
    const ids = idsOf(await four())
    const changes = await toldBy(test.deps, async () => {
      expect(await post('read', {})).toMatchObject({ status: 201, data: 3 })
      expect(await post('read', {})).toMatchObject({ status: 201, data: 0 })
    })
    expect(changes).toEqual([...both(), ...both()])
    expect(await stored(...ids)).toEqual([
      [true, true],
      [true, true],
      [true, true],
      [true, true],
      [false, false],
    ])
  })

  it('as seen leaves read alone, counts what changed, and tells of both counts each time', async () => {
    const ids = idsOf(await four())
    const changes = await toldBy(test.deps, async () => {
      expect(await post('seen', {})).toMatchObject({ status: 201, data: 2 })
      expect(await post('seen', {})).toMatchObject({ status: 201, data: 0 })
    })
    expect(changes).toEqual([...both(), ...both()])
    expect(await stored(...ids)).toEqual([
      [true, false],
      [true, false],
      [true, true],
      [true, true],
      [false, false],
    ])
  })

  it('needs no body', async () => {
    await four()
    expect((await world.inbox.call('POST', '/widgets/messages/read')).data).toBe(3)
  })

  it('can be for some feeds, named by identifier or id', async () => {
    const [alpha, beta] = [await world.feed('alpha'), await world.feed('beta')]
    const elsewhere = await createTestEnvironment(test.deps)
    const foreign = await createTestFeed(test.deps, elsewhere.environment, 'foreign')
    await world.inbox.message({ feedId: alpha })
    await world.inbox.message({ feedId: beta })
    await world.inbox.message({ feedId: foreign })
    await world.inbox.message()
    const changed = async (feedId: unknown) => (await post('read', { feedId })).data
    expect(await changed('nobody')).toBe(0)
    expect(await changed('foreign')).toBe(0)
    expect(await changed(foreign)).toBe(0)
    expect(await changed([])).toBe(0)
    expect(await changed('alpha')).toBe(1)
    expect(await changed(['alpha', beta])).toBe(1)
    expect(await changed(null)).toBe(2)
  })

  it('can be for those of a payload, as lists can', async () => {
    const alpha = await world.feed('alpha')
    const one = { company: { id: '1', name: 'Padaria' } }
    await world.inbox.message({ payload: one, feedId: alpha })
    await world.inbox.message({ payload: { ...one, more: true } })
    await world.inbox.message({ payload: { company: { id: '2' } } })
    await world.inbox.message()
    const changed = async (body: object) => (await post('read', body)).data
    expect(await changed({ payload: { company: { id: '3' } } })).toBe(0)
    expect(await changed({ payload: { company: { id: '1' } }, feedId: 'alpha' })).toBe(1)
    expect(await changed({ payload: { 'company.id': '1' } })).toBe(1)
    expect((await post('read', { payload: 'company' })).status).toBe(400)
    expect(await changed({ payload: null })).toBe(2)
  })

  it('tells when the transaction it is part of is committed, and not when that fails', async () => {
    const { environment, inbox } = world
    const ctx = { ...systemCtx(test.deps, 'test'), environment, subscriber: inbox.subscriber }
    await inbox.message()
    const changes = await toldBy(test.deps, () =>
      inTransaction(ctx, async (tx) => {
        await markAllMessages(tx, 'read')
        throw new Error('no')
      }).catch(() => undefined),
    )
    expect(changes).toEqual([])
    expect(await markAllMessages(ctx, 'read')).toBe(1)
  })
})

describe('marks at the same time', () => {
  it('wait for each other, whatever their order', async () => {
    const ids: string[] = []
    for (let i = 0; i < 100; i++) ids.push((await world.inbox.message()).id)
    for (let round = 0; round < 15; round++) {
      const answers = await Promise.all([
        post('markAs', { messageId: ids.toReversed(), mark: { seen: round % 2 === 0, read: true } }),
        world.api('POST', `/subscribers/${world.inbox.subscriber.subscriberId}/messages/mark-all`, {
          markAs: 'unread',
        }),
        post('mark-as', { messageId: ids, markAs: round % 2 === 0 ? 'unseen' : 'read' }),
        post('read', {}),
        post('seen', {}),
      ])
      expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201])
    }
  })
})

describe('removing', () => {
  const remove = (id: string) => world.inbox.call('DELETE', `/widgets/messages/${id}`)
  const left = async () => {
    const { body } = await world.inbox.call('GET', '/widgets/notifications/feed')
    return [body.totalCount, (await world.inbox.call('GET', '/widgets/notifications/unseen')).data.count]
  }

  it('one answers it, tells of both counts, and happens once', async () => {
    const [a] = [await world.inbox.message(), await world.inbox.message()]
    const changes = await toldBy(test.deps, async () => {
      const { status, data } = await remove(a.id)
      expect([status, data._id, data.deleted]).toEqual([200, a.id, true])
      expect(data.deletedAt).toEqual(expect.any(String))
    })
    expect(changes).toEqual(both())
    expect(await left()).toEqual([1, 1])
    const again = await remove(a.id)
    expect([again.status, again.body.message]).toEqual([400, `Could not find a message with id ${a.id}`])
  })

  it('reaches no message of anybody else', async () => {
    const { id } = await world.other.message()
    const changes = await toldBy(test.deps, async () => {
      const answer = await remove(id)
      expect([answer.status, answer.body.message]).toEqual([400, `Could not find a message with id ${id}`])
    })
    expect(changes).toEqual([])
    expect((await world.other.call('GET', '/widgets/notifications/feed')).body.totalCount).toBe(1)
    expect((await remove('x')).status).toBe(400)
  })

  it('some ignores foreign ids and answers an empty object', async () => {
    const [a, b, c] = [await world.inbox.message(), await world.inbox.message(), await world.inbox.message()]
    const theirs = await world.other.message()
    const changes = await toldBy(test.deps, async () => {
      const answer = await post('bulk/delete', { messageIds: [a.id, b.id, theirs.id, createNotificationId()] })
      expect([answer.status, answer.body]).toEqual([200, {}])
    })
    expect(changes).toEqual(both())
    expect(await left()).toEqual([1, 1])
    expect((await world.inbox.call('GET', '/widgets/notifications/feed')).body.data[0]._id).toBe(c.id)
    expect((await world.other.call('GET', '/widgets/notifications/feed')).body.totalCount).toBe(1)
  })

  it.each([
    [undefined],
    [[]],
    [['x']],
    ['000000000000000000000000'],
    [Array.from({ length: 101 }, () => '000000000000000000000000')],
  ])('some refuses %j', async (messageIds) => {
    expect((await post('bulk/delete', { messageIds })).status).toBe(400)
  })

  it('all answers nothing, and leaves the others alone', async () => {
    await world.inbox.message()
    await world.inbox.message({ seenAt: before, readAt: before })
    await world.other.message()
    const changes = await toldBy(test.deps, async () => {
      const { status, text } = await world.inbox.call('DELETE', '/widgets/messages')
      expect([status, text]).toEqual([204, ''])
    })
    expect(changes).toEqual(both())
    expect(await left()).toEqual([0, 0])
    expect((await world.other.call('GET', '/widgets/notifications/feed')).body.totalCount).toBe(1)
    expect((await world.inbox.call('DELETE', '/widgets/messages')).status).toBe(204)
  })

  it('all of a feed takes its id or its identifier', async () => {
    const [alpha, beta] = [await world.feed('alpha'), await world.feed('beta')]
    for (const feedId of [alpha, beta, null]) await world.inbox.message({ feedId })
    const clear = (feed: string) => world.inbox.call('DELETE', `/widgets/messages?feedId=${feed}`)
    expect((await clear(alpha)).status).toBe(204)
    expect(await left()).toEqual([2, 2])
    expect((await clear('beta')).status).toBe(204)
    expect(await left()).toEqual([1, 1])
    const wrong = await clear('nobody')
    expect([wrong.status, wrong.body.message]).toEqual([400, 'FeedId must be a valid MongoDB ObjectId'])
    expect((await clear(createNotificationId())).status).toBe(404)
    const elsewhere = await createTestEnvironment(test.deps)
    expect((await clear(await createTestFeed(test.deps, elsewhere.environment, 'theirs'))).status).toBe(404)
    expect(await left()).toEqual([1, 1])
  })
})

describe('actions', () => {
  const buttons = [
    { type: 'primary' as const, content: 'Yes' },
    { type: 'secondary' as const, content: 'No' },
  ]
  const cta = { data: { url: '/x' }, action: { status: 'pending' as const, buttons } }
  const act = (id: string, type: string, body: unknown) => post(`${id}/actions/${type}`, body)

  it('note what became of a button, and keep the rest', async () => {
    const actor = await world.person({ avatar: 'https://img/rui.png' })
    const { id } = await world.inbox.message({ cta, actor: { type: 'user', data: null }, actorId: actor.id })
    const { status, data } = await act(id, 'primary', {
      status: 'done',
      payload: { choice: 1 },
      executedType: 'secondary',
    })
    expect(status).toBe(201)
    expect(data).toMatchObject({ _id: id, seen: false, read: false, actor: { data: 'https://img/rui.png' } })
    const result = { type: 'primary', payload: { choice: 1 } }
    expect(data.cta).toEqual({ ...cta, action: { buttons, status: 'done', result } })
    const next = await act(id, 'secondary', { status: 'pending' })
    expect(next.data.cta.action).toEqual({ buttons, status: 'pending', result: { ...result, type: 'secondary' } })
  })

  it('reach the other tabs: both counts are told', async () => {
    const { id } = await world.inbox.message({ cta })
    expect(await toldBy(test.deps, () => act(id, 'primary', { status: 'done' }))).toEqual(both())
    expect(await toldBy(test.deps, () => act(createNotificationId(), 'primary', { status: 'done' }))).toEqual([])
  })

  it('can be on a message without buttons', async () => {
    const { id } = await world.inbox.message()
    expect((await act(id, 'secondary', { status: 'done' })).data.cta).toEqual({
      action: { buttons: [], status: 'done', result: { type: 'secondary' } },
    })
  })

  it('are refused on messages that are unknown, removed or of others', async () => {
    const theirs = await world.other.message({ cta })
    const gone = await world.inbox.message({ deletedAt: before })
    for (const id of [theirs.id, gone.id, createNotificationId()])
      expect((await act(id, 'primary', { status: 'done' })).status).toBe(404)
    expect((await world.other.call('GET', '/widgets/notifications/feed')).body.data[0].cta).toEqual(cta)
  })

  it.each([
    ['primary', {}],
    ['primary', { status: 'gone' }],
    ['primary', { status: 'done', payload: 'text' }],
    ['clicked', { status: 'done' }],
  ])('refuse %s with %j', async (type, body) => {
    const { id } = await world.inbox.message()
    expect((await act(id, type, body)).status).toBe(400)
  })
})
