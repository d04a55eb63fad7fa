import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  notificationPreferences,
  notificationPresence,
  notificationSubscribers,
  notificationTopicMembers,
} from '#server/db/schema/notifications/subscribers.ts'
import { buildOwnApp, type TestApp } from '#server/test/app.ts'
import { createTestEnvironment, createTestSubscriber } from '#server/test/notifications.ts'

let world: TestApp
type World = Awaited<ReturnType<typeof createTestEnvironment>>

beforeAll(async () => {
  world = await buildOwnApp()
})
afterAll(() => world.close())

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
const call = async (env: World, method: Method, path: string, payload?: unknown) => {
  const response = await world.app.inject({
    method,
    url: `/v1${path}`,
    headers: env.headers,
    ...(payload === undefined ? {} : { payload: payload as object }),
  })
  return { status: response.statusCode, body: response.body === '' ? null : response.json() }
}
const newEnvironment = () => createTestEnvironment(world.deps)
const stored = (env: World) =>
  world.deps.database.db
    .select()
    .from(notificationSubscribers)
    .where(eq(notificationSubscribers.environmentId, env.environment.id))

const full = {
  firstName: 'Ana',
  lastName: 'Lima',
  email: 'ana@example.test',
  phone: '+5581999990000',
  avatar: 'https://example.test/ana.png',
  locale: 'pt_BR',
  timezone: 'America/Recife',
  data: { plan: 'gold', seats: 3, tags: ['a'] },
}

test('identify creates a subscriber and then changes the given fields only', async () => {
  const env = await newEnvironment()
  const created = await call(env, 'POST', '/subscribers', { subscriberId: 'ana', ...full })
  expect(created.status).toBe(201)
  expect(created.body.data).toMatchObject({
    ...full,
    subscriberId: 'ana',
    channels: [],
    deleted: false,
    _organizationId: env.environment.organizationId,
    _environmentId: env.environment.id,
  })
  expect(created.body.data._id).toMatch(/^[0-9a-f]{24}$/)
  expect(created.body.data.createdAt).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
  const changed = await call(env, 'POST', '/subscribers', { subscriberId: 'ana', lastName: 'Souza', phone: null })
  const { phone: _gone, ...kept } = full
  expect(changed.body.data).toMatchObject({ ...kept, lastName: 'Souza', _id: created.body.data._id })
  expect(changed.body.data).not.toHaveProperty('phone')
  expect((await call(env, 'GET', '/subscribers/ana')).body).toEqual(changed.body)
})

test.each([
  ['no id', {}],
  ['an empty id', { subscriberId: '' }],
  ['a number as id', { subscriberId: 7 }],
  ['a bad e-mail', { subscriberId: 'x', email: 'nobody' }],
  ['a bad locale', { subscriberId: 'x', locale: 'not-a-locale' }],
  ['an unknown time zone', { subscriberId: 'x', timezone: 'Mars/Base' }],
  ['text as data', { subscriberId: 'x', data: 'text' }],
  ['too much data', { subscriberId: 'x', data: { big: 'x'.repeat(70_000) } }],
  ['a list as name', { subscriberId: 'x', firstName: ['a'] }],
])('identify refuses %s and stores nothing', async (_what, body) => {
  const env = await newEnvironment()
  const { status, body: answer } = await call(env, 'POST', '/subscribers', body)
  expect(status).toBe(400)
  expect(answer).toMatchObject({ statusCode: 400, error: 'Bad Request', message: [expect.any(String)] })
  expect(await stored(env)).toEqual([])
})

test('locales come with and without a region and a script', async () => {
  const env = await newEnvironment()
  for (const locale of ['en', 'pt-BR', 'pt_BR', 'zh-Hant-TW', 'es-419'])
    expect((await call(env, 'POST', '/subscribers', { subscriberId: 'x', locale })).body.data.locale).toBe(locale)
})

test('pages say exactly whether another one follows', async () => {
  const env = await newEnvironment()
  for (let index = 0; index < 4; index++)
    await createTestSubscriber(world.deps, env.environment, { subscriberId: `s${index}` })
  const page = async (query: string) => {
    const { status, body } = await call(env, 'GET', `/subscribers?${query}`)
    return [
      status,
      body.page,
      body.pageSize,
      body.hasMore,
      body.data.map((s: { subscriberId: string }) => s.subscriberId),
    ]
  }
  expect(await page('page=0&limit=2')).toEqual([200, 0, 2, true, ['s0', 's1']])
  expect(await page('page=1&limit=2')).toEqual([200, 1, 2, false, ['s2', 's3']])
  expect(await page('page=2&limit=2')).toEqual([200, 2, 2, false, []])
  expect(await page('')).toEqual([200, 0, 10, false, ['s0', 's1', 's2', 's3']])
  expect((await call(env, 'GET', '/subscribers?limit=100')).status).toBe(200)
  for (const query of ['limit=101', 'limit=0', 'page=-1', 'limit=x'])
    expect((await call(env, 'GET', `/subscribers?${query}`)).status).toBe(400)
})

test('a bulk says of each entry whether it was created, updated or refused', async () => {
  const env = await newEnvironment()
  await createTestSubscriber(world.deps, env.environment, { subscriberId: 'old', firstName: 'Old', lastName: 'Kept' })
  const { status, body } = await call(env, 'POST', '/subscribers/bulk', {
    subscribers: [
      { subscriberId: 'new', email: 'new@example.test' },
      { subscriberId: 'old', firstName: 'Newer' },
      { subscriberId: 'bad', email: 'nobody' },
      { firstName: 'Nobody' },
    ],
  })
  expect(status).toBe(201)
  expect(body.data).toEqual({
    updated: [{ subscriberId: 'old' }],
    created: [{ subscriberId: 'new' }],
    failed: [{ subscriberId: 'bad', message: expect.stringContaining('email') }, { message: expect.any(String) }],
  })
  expect((await stored(env)).map((row) => [row.subscriberId, row.firstName, row.lastName]).toSorted()).toEqual([
    ['new', null, null],
    ['old', 'Newer', 'Kept'],
  ])
})

test('a bulk takes 1 to 500 entries', async () => {
  const env = await newEnvironment()
  const many = (count: number) => ({
    subscribers: Array.from({ length: count }, (_, index) => ({ subscriberId: `s${index}` })),
  })
  expect((await call(env, 'POST', '/subscribers/bulk', many(500))).body.data.created).toHaveLength(500)
  for (const body of [many(0), many(501), {}, { subscribers: 'x' }, { subscribers: ['x'] }])
    expect((await call(env, 'POST', '/subscribers/bulk', body)).status).toBe(400)
  expect(await stored(env)).toHaveLength(500)
})

test('update changes given fields of a known subscriber only', async () => {
  const env = await newEnvironment()
  await createTestSubscriber(world.deps, env.environment, { subscriberId: 'ana', ...full })
  const { status, body } = await call(env, 'PUT', '/subscribers/ana', { firstName: 'Bia', subscriberId: 'ignored' })
  expect([status, body.data.firstName, body.data.lastName, body.data.subscriberId]).toEqual([200, 'Bia', 'Lima', 'ana'])
  expect((await call(env, 'PUT', '/subscribers/ana', { email: 'nobody' })).status).toBe(400)
  expect((await call(env, 'PUT', '/subscribers/nobody', { firstName: 'Bia' })).status).toBe(400)
  expect(await stored(env)).toHaveLength(1)
})

test('a removed subscriber leaves topics, preferences and presence, and the id may be used again', async () => {
  const env = await newEnvironment()
  const { db } = world.deps.database
  const removed: string[] = []
  const stop = world.deps.bus.subscribe(
    'notifications.removed',
    ({ subscriberIds }) => void removed.push(...subscriberIds),
  )
  const row = await createTestSubscriber(world.deps, env.environment, { subscriberId: 'ana', firstName: 'Ana' })
  await call(env, 'POST', '/topics/t/subscribers', { subscribers: ['ana'] })
  await db
    .insert(notificationPreferences)
    .values({ environmentId: env.environment.id, subscriberId: row.id, enabled: false })
  await db.insert(notificationPresence).values({ processId: 'p', subscriberId: row.id, aliveUntil: new Date() })
  const answer = await call(env, 'DELETE', '/subscribers/ana')
  stop()
  expect(answer).toEqual({ status: 200, body: { data: { acknowledged: true, status: 'deleted' } } })
  expect(removed).toEqual([row.id])
  expect((await call(env, 'GET', '/subscribers/ana')).status).toBe(404)
  expect((await call(env, 'DELETE', '/subscribers/ana')).status).toBe(404)
  for (const table of [notificationTopicMembers, notificationPreferences, notificationPresence])
    expect(await db.select().from(table).where(eq(table.subscriberId, row.id))).toEqual([])
  expect((await call(env, 'DELETE', '/topics/t')).status).toBe(204)
  const again = await call(env, 'POST', '/subscribers', { subscriberId: 'ana' })
  expect(again.body.data._id).not.toBe(row.id)
  expect(again.body.data).not.toHaveProperty('firstName')
})

test('online status is told with either name; going offline is remembered', async () => {
  const env = await newEnvironment()
  await createTestSubscriber(world.deps, env.environment, { subscriberId: 'ana' })
  const online = await call(env, 'PATCH', '/subscribers/ana/online-status', { online: true })
  expect([online.status, online.body.data.isOnline, online.body.data.lastOnlineAt]).toEqual([200, true, undefined])
  const before = Date.now()
  const offline = await call(env, 'PATCH', '/subscribers/ana/online-status', { isOnline: false })
  expect(offline.body.data.isOnline).toBe(false)
  expect(Date.parse(offline.body.data.lastOnlineAt)).toBeGreaterThanOrEqual(before - 1)
  for (const body of [{}, { isOnline: 'yes' }, { online: 1 }])
    expect((await call(env, 'PATCH', '/subscribers/ana/online-status', body)).status).toBe(400)
  expect((await call(env, 'PATCH', '/subscribers/nobody/online-status', { online: true })).status).toBe(404)
})

test('another environment sees and changes nothing', async () => {
  const [mine, theirs] = [await newEnvironment(), await newEnvironment()]
  await createTestSubscriber(world.deps, mine.environment, { subscriberId: 'ana', firstName: 'Ana' })
  expect((await call(theirs, 'GET', '/subscribers')).body.data).toEqual([])
  const calls: [Method, string, object?][] = [
    ['GET', '/subscribers/ana'],
    ['DELETE', '/subscribers/ana'],
    ['PATCH', '/subscribers/ana/online-status', { online: true }],
    ['PUT', '/subscribers/ana/credentials', { providerId: 'fcm', credentials: { deviceTokens: ['t'] } }],
    ['DELETE', '/subscribers/ana/credentials/fcm'],
  ]
  for (const [method, path, body] of calls) expect((await call(theirs, method, path, body)).status).toBe(404)
  expect((await call(theirs, 'PUT', '/subscribers/ana', { firstName: 'X' })).status).toBe(400)
  expect(await stored(mine)).toMatchObject([{ subscriberId: 'ana', firstName: 'Ana', isOnline: null }])
  expect(await stored(theirs)).toEqual([])
})

test('two updates of one subscriber at once both hold', async () => {
  const env = await newEnvironment()
  await createTestSubscriber(world.deps, env.environment, { subscriberId: 'ana' })
  await Promise.all([
    call(env, 'PUT', '/subscribers/ana', { firstName: 'One' }),
    call(env, 'PUT', '/subscribers/ana', { lastName: 'Two' }),
    call(env, 'POST', '/subscribers', { subscriberId: 'ana', phone: '3' }),
  ])
  expect(await stored(env)).toMatchObject([{ firstName: 'One', lastName: 'Two', phone: '3' }])
})

test('a key is needed', async () => {
  const response = await world.app.inject({ method: 'POST', url: '/v1/subscribers', payload: { subscriberId: 'free' } })
  expect(response.statusCode).toBe(401)
  const rows = await world.deps.database.db.execute(
    sql`select 1 from notification_subscribers where subscriber_id = 'free'`,
  )
  expect(rows.rows).toEqual([])
})

test('a small environment among large ones is listed by an index', async () => {
  const [large, small] = [await newEnvironment(), await newEnvironment()]
  const { pool } = world.deps.database
  await pool.query(
    `insert into notification_subscribers (id, environment_id, subscriber_id)
     select lpad(to_hex(i), 24, '0'), case when i > 30000 then $2 else $1 end, 'many' || i from generate_series(1, 33000) i`,
    [large.environment.id, small.environment.id],
  )
  await pool.query('analyze notification_subscribers')
  const { rows } = await pool.query<{ 'QUERY PLAN': string }>(
    'explain select * from notification_subscribers where environment_id = $1 order by id limit 11',
    [small.environment.id],
  )
  expect(rows.map((row) => row['QUERY PLAN']).join()).toContain('notification_subscribers_environment')
})
