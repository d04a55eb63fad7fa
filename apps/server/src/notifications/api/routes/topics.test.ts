import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { inTransaction, systemCtx } from '#server/context.ts'
import { notificationTopicMembers, notificationTopics } from '#server/db/schema/notifications/subscribers.ts'
import { deleteSubscriber } from '#server/notifications/audience/subscribers/actions.ts'
import { removeTopicSubscribers, replaceTopicSubscribers } from '#server/notifications/audience/topics/actions.ts'
import { findTopicsByKeys, listTopicMemberIds } from '#server/notifications/audience/topics/queries.ts'
import { inEnvironment } from '#server/notifications/shared/context.ts'
import { buildOwnApp, type TestApp } from '#server/test/app.ts'
import { lockIsAwaited } from '#server/test/database.ts'
import { createTestEnvironment, createTestSubscriber } from '#server/test/notifications.ts'

let world: TestApp
type World = Awaited<ReturnType<typeof createTestEnvironment>>

beforeAll(async () => {
  world = await buildOwnApp()
})
afterAll(() => world.close())

const newEnvironment = () => createTestEnvironment(world.deps)
const ctxOf = (env: World) => inEnvironment(systemCtx(world.deps, 'test'), env.environment)
const people = (env: World, ...ids: string[]) =>
  Promise.all(ids.map((subscriberId) => createTestSubscriber(world.deps, env.environment, { subscriberId })))
const call = async (env: World, method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, payload?: object) => {
  const url = `/v1/topics${path}`
  const response = await world.app.inject({ method, url, headers: env.headers, ...(payload ? { payload } : {}) })
  return { status: response.statusCode, body: response.body === '' ? null : response.json() }
}
const membersOf = async (env: World, key: string) =>
  (await call(env, 'GET', `/${key}`)).body.data.subscribers.toSorted()
const stored = (env: World) =>
  world.deps.database.db
    .select()
    .from(notificationTopics)
    .where(eq(notificationTopics.environmentId, env.environment.id))

test('a topic is created once, read, renamed and deleted', async () => {
  const env = await newEnvironment()
  const created = await call(env, 'POST', '', { key: 'news', name: 'News' })
  expect(created).toEqual({
    status: 201,
    body: { data: { _id: expect.stringMatching(/^[0-9a-f]{24}$/), key: 'news' } },
  })
  const again = await call(env, 'POST', '', { key: 'news', name: 'Other' })
  expect([again.status, again.body.error]).toEqual([409, 'Conflict'])
  const topic = {
    _id: created.body.data._id,
    _organizationId: env.environment.organizationId,
    _environmentId: env.environment.id,
    key: 'news',
    subscribers: [],
  }
  expect((await call(env, 'GET', '/news')).body.data).toMatchObject({ ...topic, name: 'News' })
  const renamed = await call(env, 'PATCH', '/news', { name: 'Newer' })
  expect([renamed.status, renamed.body.data]).toEqual([200, expect.objectContaining({ ...topic, name: 'Newer' })])
  expect(await call(env, 'DELETE', '/news')).toEqual({ status: 204, body: null })
  expect(await stored(env)).toEqual([])
})

test('an unknown topic is 404 for everything but adding', async () => {
  const env = await newEnvironment()
  const unknown: [Parameters<typeof call>[1], string, object?][] = [
    ['GET', '/none'],
    ['PATCH', '/none', { name: 'X' }],
    ['DELETE', '/none'],
    ['POST', '/none/subscribers/removal', { subscribers: ['a'] }],
    ['GET', '/none/subscribers/a'],
  ]
  for (const [method, path, body] of unknown) expect((await call(env, method, path, body)).status).toBe(404)
  expect(await stored(env)).toEqual([])
})

test.each([
  ['POST', '', {}],
  ['POST', '', { key: 'a' }],
  ['POST', '', { key: '', name: 'A' }],
  ['POST', '', { key: 1, name: 'A' }],
  ['PATCH', '/known', {}],
  ['PATCH', '/known', { name: '' }],
  ['POST', '/new/subscribers', {}],
  ['POST', '/new/subscribers', { subscribers: 'ana' }],
  ['POST', '/new/subscribers', { subscribers: [1] }],
  ['POST', '/known/subscribers/removal', { subscribers: { a: 1 } }],
] as const)('%s %s with %j is refused and changes nothing', async (method, path, body) => {
  const env = await newEnvironment()
  await call(env, 'POST', '', { key: 'known', name: 'Known' })
  const before = await stored(env)
  expect((await call(env, method, path, body)).status).toBe(400)
  expect(await stored(env)).toEqual(before)
})

test('pages hold ten topics at most and count all', async () => {
  const env = await newEnvironment()
  for (let index = 0; index < 12; index++) await call(env, 'POST', '', { key: `t${index}`, name: `T${index}` })
  const page = async (query: string) => {
    const { body } = await call(env, 'GET', `?${query}`)
    return [body.page, body.pageSize, body.totalCount, body.data.map((topic: { key: string }) => topic.key)]
  }
  const keys = Array.from({ length: 12 }, (_, index) => `t${index}`)
  expect(await page('')).toEqual([0, 10, 12, keys.slice(0, 10)])
  expect(await page('page=1')).toEqual([1, 10, 12, keys.slice(10)])
  expect(await page('page=2&pageSize=5')).toEqual([2, 5, 12, keys.slice(10)])
  expect(await page('key=t1')).toEqual([0, 10, 1, ['t1']])
  expect(await page('key=none')).toEqual([0, 10, 0, []])
  for (const query of ['pageSize=11', 'pageSize=0', 'page=-1', 'page=x'])
    expect((await call(env, 'GET', `?${query}`)).status).toBe(400)
})

test('adding makes an unknown topic, repeats harmlessly and names the unknown', async () => {
  const env = await newEnvironment()
  await people(env, 'ana', 'bia')
  const add = () => call(env, 'POST', '/auto/subscribers', { subscribers: ['ana', 'ghost', 'bia', 'ana'] })
  const expected = { status: 200, body: { data: { succeeded: ['ana', 'bia'], failed: { notFound: ['ghost'] } } } }
  expect(await add()).toEqual(expected)
  expect(await add()).toEqual(expected)
  expect(await membersOf(env, 'auto')).toEqual(['ana', 'bia'])
  expect((await call(env, 'GET', '/auto')).body.data.name).not.toBe('')
  const whole = await call(env, 'POST', '/auto/subscribers', { subscribers: ['ana'] })
  expect(whole.body.data).toEqual({ succeeded: ['ana'] })
})

test('adding to one unknown topic from many sides makes one', async () => {
  const env = await newEnvironment()
  await people(env, 'a', 'b', 'c', 'd')
  const answers = await Promise.all(
    ['a', 'b', 'c', 'd'].map((id) => call(env, 'POST', '/race/subscribers', { subscribers: [id] })),
  )
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  expect(await membersOf(env, 'race')).toEqual(['a', 'b', 'c', 'd'])
  expect(await stored(env)).toHaveLength(1)
})

test('removal takes members away and ignores others', async () => {
  const env = await newEnvironment()
  await people(env, 'ana', 'bia', 'out')
  await call(env, 'POST', '/t/subscribers', { subscribers: ['ana', 'bia'] })
  const remove = () => call(env, 'POST', '/t/subscribers/removal', { subscribers: ['ana', 'out', 'ghost'] })
  expect(await remove()).toEqual({ status: 204, body: null })
  expect((await remove()).status).toBe(204)
  expect(await membersOf(env, 't')).toEqual(['bia'])
})

test('a topic with members is not deleted', async () => {
  const env = await newEnvironment()
  await people(env, 'ana')
  await call(env, 'POST', '/t/subscribers', { subscribers: ['ana'] })
  expect((await call(env, 'DELETE', '/t')).status).toBe(409)
  expect(await membersOf(env, 't')).toEqual(['ana'])
  await call(env, 'POST', '/t/subscribers/removal', { subscribers: ['ana'] })
  expect((await call(env, 'DELETE', '/t')).status).toBe(204)
})

test('a membership is read by the ids of both', async () => {
  const env = await newEnvironment()
  const [ana] = await people(env, 'ana', 'bia')
  await call(env, 'POST', '/t/subscribers', { subscribers: ['ana'] })
  const topicId = (await call(env, 'GET', '/t')).body.data._id
  expect(await call(env, 'GET', '/t/subscribers/ana')).toEqual({
    status: 200,
    body: {
      data: {
        _organizationId: env.environment.organizationId,
        _environmentId: env.environment.id,
        _subscriberId: ana?.id,
        _topicId: topicId,
        topicKey: 't',
        externalSubscriberId: 'ana',
      },
    },
  })
  for (const id of ['bia', 'ghost']) expect((await call(env, 'GET', `/t/subscribers/${id}`)).status).toBe(404)
})

test('another environment sees and changes nothing', async () => {
  const [mine, theirs] = [await newEnvironment(), await newEnvironment()]
  await people(mine, 'ana')
  await people(theirs, 'eve')
  await call(mine, 'POST', '/t/subscribers', { subscribers: ['ana'] })
  for (const [method, path, body] of [
    ['GET', '/t'],
    ['PATCH', '/t', { name: 'Stolen' }],
    ['DELETE', '/t'],
    ['GET', '/t/subscribers/ana'],
    ['POST', '/t/subscribers/removal', { subscribers: ['ana'] }],
  ] as const)
    expect((await call(theirs, method, path, body)).status).toBe(404)
  const added = await call(theirs, 'POST', '/t/subscribers', { subscribers: ['ana', 'eve'] })
  expect(added.body.data).toEqual({ succeeded: ['eve'], failed: { notFound: ['ana'] } })
  expect(await membersOf(mine, 't')).toEqual(['ana'])
  expect((await call(mine, 'GET', '?key=t')).body.totalCount).toBe(1)
})

type Change = (ctx: ReturnType<typeof ctxOf>) => Promise<unknown>
const removals: [string, Change][] = [
  ['removing both', (ctx) => removeTopicSubscribers(ctx, 'a', ['abe', 'zed'])],
  ['giving the topic none', (ctx) => replaceTopicSubscribers(ctx, [{ key: 'a', subscriberIds: [] }])],
]
test.each(removals)('%s waits for others who remove members, whatever lies first', async (_what, remove) => {
  const env = await newEnvironment()
  // By name and in the table the newer one comes first, by id the older one.
  for (const id of ['zed', 'abe']) await people(env, id)
  for (const id of ['abe', 'zed']) await call(env, 'POST', '/a/subscribers', { subscribers: [id] })
  await world.deps.database.db.execute(sql`analyze notification_topic_members, notification_subscribers`)
  const { removing } = await inTransaction(ctxOf(env), async (tx) => {
    await removeTopicSubscribers(tx, 'a', ['zed'])
    const removing = remove(ctxOf(env))
    await lockIsAwaited(world.deps)
    await removeTopicSubscribers(tx, 'a', ['abe'])
    return { removing }
  })
  await removing
  expect(await membersOf(env, 'a')).toEqual([])
})

test('a subscriber who is removed leaves topics in the order of others who leave them', async () => {
  const env = await newEnvironment()
  await people(env, 'ana')
  const topics = ['old', 'new']
  for (const key of topics) await call(env, 'POST', '', { key, name: key })
  for (const key of topics.toReversed()) await call(env, 'POST', `/${key}/subscribers`, { subscribers: ['ana'] })
  await world.deps.database.db.execute(sql`analyze notification_topic_members`)
  const { removing } = await inTransaction(ctxOf(env), async (tx) => {
    await removeTopicSubscribers(tx, 'old', ['ana'])
    const removing = deleteSubscriber(ctxOf(env), 'ana')
    await lockIsAwaited(world.deps)
    await removeTopicSubscribers(tx, 'new', ['ana'])
    return { removing }
  })
  await removing
  expect(await membersOf(env, 'new')).toEqual([])
})

test('members of several topics are listed once each, in batches', async () => {
  const env = await newEnvironment()
  const ids = Array.from({ length: 23 }, (_, index) => `s${index}`)
  await people(env, ...ids)
  await call(env, 'POST', '/one/subscribers', { subscribers: ids.slice(0, 15) })
  await call(env, 'POST', '/two/subscribers', { subscribers: ids.slice(8) })
  const other = await newEnvironment()
  await people(other, 'foreign')
  await call(other, 'POST', '/one/subscribers', { subscribers: ['foreign'] })
  const found: string[] = []
  for (let cursor: string | null = null; ; ) {
    const batch = await listTopicMemberIds(ctxOf(env), ['one', 'two', 'none'], cursor, 5)
    found.push(...batch.map((member) => member.subscriberId))
    cursor = batch.at(-1)?.id ?? null
    if (batch.length < 5) break
  }
  expect(found.toSorted()).toEqual(ids.toSorted())
  expect((await findTopicsByKeys(ctxOf(env), ['one', 'none'])).map((topic) => topic.key)).toEqual(['one'])
})

test('a topic takes a hundred thousand members in one call', async () => {
  const env = await newEnvironment()
  const count = 100_000
  await world.deps.database.db.execute(sql`
    insert into notification_subscribers (id, environment_id, subscriber_id)
    select lpad(to_hex(g), 24, '0') , ${env.environment.id}, 'm' || g from generate_series(1, ${count}::int) g`)
  const subscribers = Array.from({ length: count }, (_, index) => `m${index + 1}`)
  const added = await call(env, 'POST', '/crowd/subscribers', { subscribers })
  expect([added.status, added.body.data.succeeded.length, added.body.data.failed]).toEqual([200, count, undefined])
  expect((await call(env, 'GET', '/crowd')).body.data.subscribers).toHaveLength(count)
  expect((await call(env, 'POST', '/crowd/subscribers', { subscribers: [...subscribers, 'more'] })).status).toBe(400)
  expect((await call(env, 'POST', '/crowd/subscribers/removal', { subscribers })).status).toBe(204)
  expect(
    await world.deps.database.db.$count(
      notificationTopicMembers,
      eq(notificationTopicMembers.environmentId, env.environment.id),
    ),
  ).toBe(0)
})
