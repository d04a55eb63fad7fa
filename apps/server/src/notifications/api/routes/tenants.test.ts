import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { systemCtx } from '#server/context.ts'
import { notificationTenants } from '#server/db/schema/notifications/subscribers.ts'
import { notificationOverrides } from '#server/db/schema/notifications/workflows.ts'
import { upsertTenant } from '#server/notifications/audience/tenants/actions.ts'
import { findTenant } from '#server/notifications/audience/tenants/queries.ts'
import { inEnvironment } from '#server/notifications/shared/context.ts'
import { createNotificationId } from '#server/notifications/shared/ids.ts'
import { buildTestApp, type TestApp } from '#server/test/app.ts'
import { createTestEnvironment } from '#server/test/notifications.ts'

let world: TestApp
type World = Awaited<ReturnType<typeof createTestEnvironment>>

beforeAll(async () => {
  world = await buildTestApp()
})
afterAll(() => world.close())

const newEnvironment = () => createTestEnvironment(world.deps)
const ctxOf = (env: World) => inEnvironment(systemCtx(world.deps, 'test'), env.environment)
const call = async (env: World, method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, payload?: object) => {
  const url = `/v1/tenants${path}`
  const response = await world.app.inject({ method, url, headers: env.headers, ...(payload ? { payload } : {}) })
  return { status: response.statusCode, body: response.body === '' ? null : response.json() }
}
const stored = (env: World) =>
  world.deps.database.db
    .select()
    .from(notificationTenants)
    .where(eq(notificationTenants.environmentId, env.environment.id))

const acme = { identifier: 'acme', name: 'Acme', data: { plan: 'gold' } }

test('a tenant is created once, read, changed and deleted', async () => {
  const env = await newEnvironment()
  const created = await call(env, 'POST', '', acme)
  expect([created.status, created.body.data]).toEqual([
    201,
    expect.objectContaining({
      ...acme,
      _id: expect.stringMatching(/^[0-9a-f]{24}$/),
      _environmentId: env.environment.id,
      createdAt: expect.stringMatching(/Z$/),
      updatedAt: expect.stringMatching(/Z$/),
    }),
  ])
  expect((await call(env, 'POST', '', { ...acme, name: 'Other' })).status).toBe(409)
  expect(await call(env, 'GET', '/acme')).toEqual({ status: 200, body: created.body })
  const changed = await call(env, 'PATCH', '/acme', { name: 'Acme Inc' })
  expect([changed.status, changed.body.data]).toEqual([200, expect.objectContaining({ ...acme, name: 'Acme Inc' })])
  const moved = await call(env, 'PATCH', '/acme', { identifier: 'acme-2', data: { plan: 'free' } })
  expect(moved.body.data).toMatchObject({
    _id: created.body.data._id,
    identifier: 'acme-2',
    name: 'Acme Inc',
    data: { plan: 'free' },
  })
  expect((await call(env, 'GET', '/acme')).status).toBe(404)
  expect(await call(env, 'DELETE', '/acme-2')).toEqual({ status: 204, body: null })
  expect((await call(env, 'DELETE', '/acme-2')).status).toBe(404)
  expect(await stored(env)).toEqual([])
})

test('an identifier in use is not taken over', async () => {
  const env = await newEnvironment()
  await call(env, 'POST', '', acme)
  await call(env, 'POST', '', { identifier: 'beta', name: 'Beta' })
  expect((await call(env, 'PATCH', '/beta', { identifier: 'acme' })).status).toBe(409)
  expect((await call(env, 'PATCH', '/beta', { identifier: 'beta', name: 'B' })).status).toBe(200)
  expect((await stored(env)).map((row) => row.identifier).toSorted()).toEqual(['acme', 'beta'])
})

test('of two that take an identifier at the same moment one gets it', async () => {
  const env = await newEnvironment()
  for (let round = 0; round < 10; round++) {
    const [one, two, wanted] = [`one-${round}`, `two-${round}`, `wanted-${round}`]
    for (const identifier of [one, two]) await call(env, 'POST', '', { identifier, name: identifier })
    const answers = await Promise.all(
      [one, two].map((identifier) => call(env, 'PATCH', `/${identifier}`, { identifier: wanted })),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
  }
})

test.each([
  ['POST', '', {}],
  ['POST', '', { identifier: 'x' }],
  ['POST', '', { name: 'X' }],
  ['POST', '', { identifier: '', name: 'X' }],
  ['POST', '', { identifier: 'x', name: 'X', data: 'text' }],
  ['POST', '', { identifier: 'x', name: 'X', data: { big: 'x'.repeat(70_000) } }],
  ['PATCH', '/acme', { name: 1 }],
  ['PATCH', '/acme', { identifier: '' }],
  ['PATCH', '/acme', { data: [] }],
] as const)('%s %s with a wrong shape is refused and changes nothing', async (method, path, body) => {
  const env = await newEnvironment()
  await call(env, 'POST', '', acme)
  const before = await stored(env)
  expect((await call(env, method, path, body)).status).toBe(400)
  expect(await stored(env)).toEqual(before)
})

test('unknown tenants are 404', async () => {
  const env = await newEnvironment()
  expect((await call(env, 'GET', '/none')).status).toBe(404)
  expect((await call(env, 'PATCH', '/none', { name: 'X' })).status).toBe(404)
  expect((await call(env, 'DELETE', '/none')).status).toBe(404)
})

test('pages say exactly whether another one follows', async () => {
  const env = await newEnvironment()
  for (const identifier of ['a', 'b', 'c', 'd']) await call(env, 'POST', '', { identifier, name: identifier })
  const page = async (query: string) => {
    const { body } = await call(env, 'GET', `?${query}`)
    return [
      body.page,
      body.pageSize,
      body.hasMore,
      body.data.map((tenant: { identifier: string }) => tenant.identifier),
    ]
  }
  expect(await page('limit=2')).toEqual([0, 2, true, ['d', 'c']])
  expect(await page('limit=2&page=1')).toEqual([1, 2, false, ['b', 'a']])
  expect(await page('limit=2&page=2')).toEqual([2, 2, false, []])
  expect(await page('limit=100')).toEqual([0, 100, false, ['d', 'c', 'b', 'a']])
  for (const query of ['limit=101', 'limit=0', 'page=-1'])
    expect((await call(env, 'GET', `?${query}`)).status).toBe(400)
})

test('another environment sees and changes nothing', async () => {
  const [mine, theirs] = [await newEnvironment(), await newEnvironment()]
  await call(mine, 'POST', '', acme)
  expect((await call(theirs, 'GET', '/acme')).status).toBe(404)
  expect((await call(theirs, 'PATCH', '/acme', { name: 'X' })).status).toBe(404)
  expect((await call(theirs, 'DELETE', '/acme')).status).toBe(404)
  expect((await call(theirs, 'GET', '')).body.data).toEqual([])
  expect((await call(theirs, 'POST', '', { ...acme, name: 'Theirs' })).status).toBe(201)
  expect(await stored(mine)).toMatchObject([acme])
})

test('what a deleted tenant changed about workflows goes with it, what others changed stays', async () => {
  const env = await newEnvironment()
  const ids: string[] = []
  for (const identifier of ['acme', 'beta'])
    ids.push((await call(env, 'POST', '', { identifier, name: identifier })).body.data._id)
  const channels = { email: true, sms: true, in_app: true, chat: true, push: true }
  for (const tenantId of ids)
    await world.deps.database.db.insert(notificationOverrides).values({
      id: createNotificationId(),
      environmentId: env.environment.id,
      workflowId: createNotificationId(),
      tenantId,
      preferenceSettings: channels,
    })
  await call(env, 'DELETE', '/acme')
  const left = await world.deps.database.db
    .select()
    .from(notificationOverrides)
    .where(eq(notificationOverrides.environmentId, env.environment.id))
  expect(left.map((row) => row.tenantId)).toEqual([ids[1]])
})

test('the product makes and changes tenants, and tells no one when nothing changed', async () => {
  const env = await newEnvironment()
  const ctx = ctxOf(env)
  let changes = 0
  const stop = world.deps.bus.subscribe('notifications.changed', ({ environmentId }) => {
    if (environmentId === env.environment.id) changes += 1
  })
  const created = await upsertTenant(ctx, acme)
  await upsertTenant(ctx, acme)
  await upsertTenant(ctx, { identifier: 'acme', data: { plan: 'gold' } })
  expect(changes).toBe(1)
  const changed = await upsertTenant(ctx, { identifier: 'acme', name: 'Acme Inc' })
  expect(changes).toBe(2)
  stop()
  expect(changed).toMatchObject({ id: created.id, name: 'Acme Inc', data: { plan: 'gold' } })
  expect(await findTenant(ctx, 'acme')).toEqual(changed)
  const racing = await Promise.all([1, 2, 3].map(() => upsertTenant(ctx, { identifier: 'race', name: 'Race' })))
  expect(new Set(racing.map((row) => row.id)).size).toBe(1)
})
