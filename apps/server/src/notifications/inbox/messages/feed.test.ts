import type { InboxMessage } from '@recado/contracts/notifications/inbox'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { systemCtx } from '#server/context.ts'
import { createNotificationId } from '#server/notifications/shared/ids.ts'
import { buildTestApp, type TestApp } from '#server/test/app.ts'
import { createInboxWorld, createTestFeed, type InboxWorld, openInbox } from '#server/test/inbox.ts'
import { createTestEnvironment, createTestSubscriber } from '#server/test/notifications.ts'
import { findMessagesByIds } from './queries/messages.ts'
import { messageViews } from './view.ts'

let test: TestApp
let world: InboxWorld
beforeAll(async () => {
  test = await buildTestApp()
})
afterAll(() => test.close())
beforeEach(async () => {
  world = await createInboxWorld(test)
})

type Item = { _id: string; content: string }
const contents = (items: Item[]) => items.map(({ content }) => content)
const feed = async (query = '') => (await world.inbox.call('GET', `/widgets/notifications/feed${query}`)).body
const found = async (query = '') => contents((await feed(query)).data).toSorted()
const count = async (query: string) => (await world.inbox.call('GET', `/widgets/notifications/${query}`)).data.count
const at = (seconds: number) => new Date(Date.UTC(2026, 0, 1, 0, 0, seconds))
const fill = async (howMany: number, createdAt = (i: number) => at(i)) => {
  for (let i = 0; i < howMany; i++) await world.inbox.message({ content: `${i}`, createdAt: createdAt(i) })
}

describe('a message', () => {
  it('has all that the published widget reads', async () => {
    const actor = await world.person({ firstName: 'Rui', lastName: null, avatar: 'https://img/rui.png' })
    const row = await world.inbox.message({
      content: '<b>Hi</b>',
      workflowIdentifier: 'order-paid',
      feedId: await world.feed('orders'),
      cta: {
        type: 'redirect',
        data: { url: '/orders/1' },
        action: { status: 'pending', buttons: [{ type: 'primary', content: 'Go' }] },
      },
      actor: { type: 'user', data: null },
      actorId: actor.id,
      payload: { order: { id: 7 } },
      seenAt: at(1),
      readAt: at(2),
      createdAt: at(0),
    })
    const { data } = await feed()
    const { subscriber } = world.inbox
    expect(data).toEqual([
      {
        _id: row.id,
        id: row.id,
        _templateId: row.workflowId,
        templateIdentifier: 'order-paid',
        _messageTemplateId: row.templateId,
        _notificationId: row.runId,
        _jobId: row.jobId,
        _subscriberId: subscriber.id,
        _environmentId: world.environment.id,
        _organizationId: world.organization.id,
        _feedId: row.feedId,
        _actorId: actor.id,
        channel: 'in_app',
        content: '<b>Hi</b>',
        cta: row.cta,
        seen: true,
        read: true,
        lastSeenDate: '2026-01-01T00:00:01.000Z',
        lastReadDate: '2026-01-01T00:00:02.000Z',
        createdAt: '2026-01-01T00:00:00.000Z',
        updatedAt: '2026-01-01T00:00:00.000Z',
        expireAt: '2027-01-01T00:00:00.000Z',
        transactionId: row.transactionId,
        payload: { order: { id: 7 } },
        providerId: 'novu',
        status: 'sent',
        deviceTokens: [],
        deleted: false,
        archived: false,
        snoozedUntil: null,
        actor: { type: 'user', data: 'https://img/rui.png' },
        subscriber: {
          _id: subscriber.id,
          id: subscriber.id,
          subscriberId: subscriber.subscriberId,
          firstName: 'Bia',
        },
        actorSubscriber: {
          _id: actor.id,
          id: actor.id,
          subscriberId: actor.subscriberId,
          firstName: 'Rui',
          avatar: 'https://img/rui.png',
        },
      },
    ])
  })

  it('says what it lacks the way clients expect', async () => {
    await world.inbox.message()
    const [item] = (await feed()).data
    expect(item).toMatchObject({ cta: { action: { buttons: [] } }, seen: false, read: false, _feedId: null })
    for (const key of [
      'actor',
      '_actorId',
      'actorSubscriber',
      'lastSeenDate',
      'lastReadDate',
      'deletedAt',
      'archivedAt',
    ])
      expect(item).not.toHaveProperty(key)
  })

  it.each([
    [{ type: 'none' as const }, { type: 'none', data: null }],
    [
      { type: 'system_icon' as const, data: 'warning' },
      { type: 'system_icon', data: 'warning' },
    ],
    [
      { type: 'system_custom' as const, data: 'https://img/x.png' },
      { type: 'system_custom', data: 'https://img/x.png' },
    ],
    [
      { type: 'user' as const, data: 'stale' },
      { type: 'user', data: null },
    ],
  ])('shows the actor %j as %j', async (actor, shown) => {
    await world.inbox.message({ actor, actorId: (await world.person({ avatar: null })).id })
    expect((await feed()).data[0].actor).toEqual(shown)
  })

  it('stands without the people who were removed, and among messages of other environments', async () => {
    const elsewhere = await createTestEnvironment(test.deps)
    const foreign = openInbox(test, elsewhere.environment, await createTestSubscriber(test.deps, elsewhere.environment))
    const [ours, theirs] = [await world.inbox.message(), await foreign.message()]
    const orphan = await world.inbox.message({ subscriberId: createNotificationId(), actorId: createNotificationId() })
    const ctx = systemCtx(test.deps, 'test')
    const views = await messageViews(ctx, [theirs, orphan, ours])
    expect(views.map((view) => [view._id, view._organizationId, view.subscriber?.subscriberId])).toEqual([
      [theirs.id, elsewhere.organization.id, foreign.subscriber.subscriberId],
      [orphan.id, world.organization.id, undefined],
      [ours.id, world.organization.id, world.inbox.subscriber.subscriberId],
    ])
    expect(await findMessagesByIds(ctx, [ours.id, createNotificationId()])).toEqual([ours])
  })
})

describe('payloads', () => {
  const long = { text: 'x'.repeat(5 * 1024 * 1024) }
  const isWhole = ({ payload, payloadOmitted }: InboxMessage) => !payloadOmitted && payload['text'] === long.text

  it('are given whole as long as they are not too much together, and said to be left out after that', async () => {
    const ids: string[] = []
    for (let i = 0; i < 3; i++) ids.push((await world.inbox.message({ payload: long })).id)
    const [inFeed, ofAll] = [await feed(), await world.api('GET', '/messages')]
    for (const { data } of [inFeed, ofAll.body]) expect(data.map(isWhole)).toEqual([true, true, false])
    expect(inFeed.data[2].payload).toEqual({})
    const ctx = systemCtx(test.deps, 'test')
    expect((await messageViews(ctx, await findMessagesByIds(ctx, ids))).map(isWhole)).toEqual([true, true, false])
    const mark = (messageId: string[]) =>
      world.inbox.call('POST', '/widgets/messages/markAs', { messageId, mark: { seen: true } })
    expect((await mark(ids)).data.map(isWhole)).toEqual([false, false, false])
    expect((await mark(ids.slice(0, 1))).data.map(isWhole)).toEqual([true])
  })
})

describe('a page', () => {
  it('is of ten, newest first, and says whether there is another', async () => {
    await fill(21)
    const pages = [await feed(), await feed('?page=1'), await feed('?page=2'), await feed('?page=3')]
    expect(pages.map(({ page, pageSize, totalCount, hasMore }) => [page, pageSize, totalCount, hasMore])).toEqual([
      [0, 10, 21, true],
      [1, 10, 21, true],
      [2, 10, 21, false],
      [3, 10, 21, false],
    ])
    expect(contents(pages.flatMap(({ data }) => data))).toEqual(Array.from({ length: 21 }, (_, i) => `${20 - i}`))
  })

  it('has no other after an exact last one', async () => {
    await fill(4)
    expect((await feed('?limit=2&page=0')).hasMore).toBe(true)
    expect((await feed('?limit=2&page=1')).hasMore).toBe(false)
    expect((await feed('?limit=4')).hasMore).toBe(false)
  })

  it('overlaps no other when messages came at the same moment', async () => {
    await fill(30, () => at(0))
    const pages = await Promise.all([0, 1, 2, 3, 4, 5].map((page) => feed(`?limit=5&page=${page}`)))
    const ids = pages.flatMap(({ data }) => data.map(({ _id }: Item) => _id))
    expect(new Set(ids).size).toBe(30)
    expect(ids).toEqual(ids.toSorted().reverse())
  })

  it.each(['limit=0', 'limit=101', 'limit=-1', 'limit=x', 'limit=1.5', 'page=-1', 'page=x', 'page=0.5'])(
    'is refused with %s',
    async (query) => {
      const { status, body } = await world.inbox.call('GET', `/widgets/notifications/feed?${query}`)
      expect([status, body.statusCode, body.error]).toEqual([400, 400, 'Bad Request'])
      expect(body.message).toEqual(expect.any(Array))
    },
  )

  it('takes the words that clients write for nothing', async () => {
    await fill(1)
    const query = '?page=&limit=undefined&seen=null&read=&feedIdentifier=undefined&payload=undefined'
    expect(await feed(query)).toMatchObject({ page: 0, pageSize: 10, totalCount: 1 })
  })

  it('holds in-app messages of the subscriber that were not removed, and nothing else', async () => {
    await world.inbox.message({ content: 'mine' })
    await world.inbox.message({ content: 'removed', deletedAt: at(0) })
    await world.inbox.message({ content: 'by e-mail', channel: 'email' })
    await world.other.message({ content: 'not mine' })
    expect(await feed()).toMatchObject({ totalCount: 1, data: [{ content: 'mine' }] })
    for (const kind of ['unseen', 'unread', 'count']) expect(await count(kind)).toBe(1)
  })
})

describe('filters', () => {
  beforeEach(async () => {
    await world.inbox.message({ content: 'new' })
    await world.inbox.message({ content: 'seen', seenAt: at(0) })
    await world.inbox.message({ content: 'read', seenAt: at(0), readAt: at(0) })
    await world.inbox.message({ content: 'read, not seen', readAt: at(0) })
  })

  it.each([
    ['', ['new', 'read', 'read, not seen', 'seen']],
    ['?seen=true', ['read', 'seen']],
    ['?seen=false', ['new', 'read, not seen']],
    ['?read=true', ['read', 'read, not seen']],
    ['?read=false', ['new', 'seen']],
    ['?seen=true&read=false', ['seen']],
    ['?seen=false&read=false', ['new']],
  ])('by flags: %s', async (query, expected) => {
    expect(await found(query)).toEqual(expected)
    expect((await feed(query)).totalCount).toBe(expected.length)
  })

  it.each([
    ['unseen', 2],
    ['unseen?seen=true', 2],
    ['unseen?read=true', 1],
    ['unread', 2],
    ['unread?read=true', 2],
    ['unread?seen=false', 1],
    ['count', 2],
    ['count?read=false', 2],
    ['count?seen=false&read=true', 1],
    ['count?seen=true', 2],
    ['count?seen=null&read=undefined', 2],
  ])('of %s', async (query, expected) => {
    expect(await count(query)).toBe(expected)
  })
})

describe('feeds', () => {
  beforeEach(async () => {
    await world.inbox.message({ content: 'a', feedId: await world.feed('alpha') })
    await world.inbox.message({ content: 'b', feedId: await world.feed('beta') })
    await world.inbox.message({ content: 'none' })
  })

  it.each([
    ['feedIdentifier=alpha', ['a']],
    ['feedIdentifier=alpha,beta', ['a', 'b']],
    ['feedIdentifier=alpha&feedIdentifier=beta', ['a', 'b']],
    ['feedIdentifier[]=alpha&feedIdentifier[]=beta', ['a', 'b']],
    ['feedIdentifier%5B%5D=beta', ['b']],
    ['feedIdentifier[0]=alpha&feedIdentifier[1]=nobody', ['a']],
    ['feedIdentifier=nobody', []],
  ])('by %s', async (query, expected) => {
    expect(await found(`?${query}`)).toEqual(expected)
    expect(await feed(`?${query}`)).toMatchObject({ totalCount: expected.length, hasMore: false })
    expect(await count(`unseen?${query}`)).toBe(expected.length)
    expect(await count(`unread?${query}`)).toBe(expected.length)
    expect(await count(`count?${query}&seen=false&limit=100`)).toBe(expected.length)
  })

  it('of another environment are unknown here', async () => {
    const elsewhere = await createTestEnvironment(test.deps)
    await world.inbox.message({ feedId: await createTestFeed(test.deps, elsewhere.environment, 'gamma') })
    expect(await found('?feedIdentifier=gamma')).toEqual([])
  })
})

describe('payloads', () => {
  const by = (value: unknown) =>
    found(`?payload=${encodeURIComponent(Buffer.from(JSON.stringify(value)).toString('base64'))}`)
  beforeEach(async () => {
    await world.inbox.message({ content: '1', payload: { order: { id: 1, tags: ['a', 'b'] }, city: 'São Paulo' } })
    await world.inbox.message({ content: '2', payload: { order: { id: 2, tags: ['a'] }, note: null, 'order.id': 1 } })
    await world.inbox.message({ content: '3', payload: { order: {}, $where: 'x', empty: {} } })
  })

  it.each<[unknown, string[]]>([
    [{ order: { id: 1 } }, ['1']],
    [{ 'order.id': 1 }, ['1']],
    [{ order: { id: '1' } }, []],
    [{ order: { id: 1 }, city: 'São Paulo' }, ['1']],
    [{ order: { id: 2 }, city: 'São Paulo' }, []],
    [{ order: { tags: ['a'] } }, ['2']],
    [{ order: { tags: 'a' } }, []],
    [{ note: null }, ['2']],
    [{ order: {} }, ['3']],
    [{ empty: {} }, ['3']],
    [{ missing: {} }, []],
    [{ $where: 'x' }, ['3']],
    [{ order: { $gt: 0 } }, []],
    [{ "city' or true --": 'x' }, []],
    [{ '': 1 }, []],
    [{}, ['1', '2', '3']],
  ])('that have %j', async (filter, expected) => {
    expect(await by(filter)).toEqual(expected)
  })

  it.each(['x', '%%%', 'bnVsbA==', 'WzFd'])('refuses %s', async (payload) => {
    const query = encodeURIComponent(payload)
    const { status, body } = await world.inbox.call('GET', `/widgets/notifications/feed?payload=${query}`)
    expect([status, body.message]).toEqual([
      400,
      'Invalid payload, the JSON object should be encoded to base64 string.',
    ])
  })

  it('goes with every other filter', async () => {
    const feedId = await world.feed('alpha')
    await world.inbox.message({ content: '4', feedId, seenAt: at(0), payload: { order: { id: 1 } } })
    await world.inbox.message({ content: '5', feedId, payload: { order: { id: 1 } } })
    const payload = encodeURIComponent(btoa('{"order":{"id":1}}'))
    expect(await found(`?payload=${payload}&feedIdentifier=alpha&seen=false&read=false&limit=1`)).toEqual(['5'])
  })

  it('narrow counts, too', async () => {
    const feedId = await world.feed('beta')
    await world.inbox.message({ feedId, payload: { order: { id: 1 } } })
    const payload = encodeURIComponent(btoa('{"order":{"id":1}}'))
    expect(await count(`count?payload=${payload}`)).toBe(2)
    expect(await count(`unseen?payload=${payload}&feedIdentifier=beta`)).toBe(1)
  })
})

describe('counts', () => {
  it('stop at the limit', async () => {
    await fill(12)
    expect(await count('unseen?limit=5')).toBe(5)
    expect(await count('unread?limit=12')).toBe(12)
    expect(await count('count?limit=100')).toBe(12)
  })

  it.each([
    ['limit=0', 'limit must not be less than 1'],
    ['limit=-3', 'limit must not be less than 1'],
    ['limit=101', 'limit must not be greater than 100'],
  ])('refuse %s', async (query, message) => {
    for (const kind of ['unseen', 'unread', 'count']) {
      const { status, body } = await world.inbox.call('GET', `/widgets/notifications/${kind}?${query}`)
      expect([status, body.message]).toEqual([400, [message]])
    }
  })

  it('are a hundred unless more is asked', async () => {
    await test.deps.database.pool.query(
      `insert into notification_messages (id, environment_id, run_id, job_id, workflow_id, workflow_identifier,
         template_id, subscriber_id, transaction_id, channel, provider_id, content, payload, status, expire_at)
       select md5('m' || i), $1, 'r', md5('j' || i), 'w', 'w', 't', $2, 't', 'in_app', 'novu', '', '{}', 'sent', now()
       from generate_series(1, 130) i`,
      [world.environment.id, world.inbox.subscriber.id],
    )
    for (const kind of ['unseen', 'unread', 'count']) expect(await count(kind)).toBe(100)
    expect((await feed()).totalCount).toBe(130)
  })
})
