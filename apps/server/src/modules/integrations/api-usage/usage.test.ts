import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { buildTestApp, type TestApp } from '#server/test/app.ts'
import { createApiKey, createSignedIn } from '#server/test/factories.ts'

let t: TestApp
let home: Awaited<ReturnType<typeof createSignedIn>>
let key: Awaited<ReturnType<typeof createApiKey>>

beforeAll(async () => {
  t = await buildTestApp()
})
afterAll(() => t.close())
beforeEach(async () => {
  home = await createSignedIn(t.deps)
  key = await createApiKey(t.deps, home.company.id, ['contacts:read', 'contacts:write'])
})

const call = (path: string, headers: Record<string, string> = key.headers) =>
  t.app.inject({ url: `/api/v1/${path}`, headers })
const asPerson = async (path: string) => (await call(path, home.headers)).json()

test('calls of a key are counted by day, endpoint and status, and listed one by one, also those that were refused', async () => {
  await call('contacts?search=Lia')
  await call('contacts')
  const missing = await call('contacts/0199d2c4-6f0e-7b6a-9f3e-2d1c5a8b7e41')
  await call('campaigns')
  const usage = await asPerson('usage')
  expect(usage.total).toMatchObject({ calls: 4, refused: 2, limited: 0, failed: 0, p95: expect.any(Number) })
  expect(usage.days).toHaveLength(7)
  expect(usage.days.at(-1)).toMatchObject({ calls: 4, refused: 2 })
  expect(usage.keys).toMatchObject([{ key: { id: key.id, name: 'A program', mode: 'live' }, calls: 4 }])
  expect(usage.routes[0]).toMatchObject({ method: 'GET', route: '/api/v1/contacts', calls: 2 })
  expect(usage.statuses).toEqual([
    { status: 200, calls: 2 },
    { status: 403, calls: 1 },
    { status: 404, calls: 1 },
  ])
  expect(usage.quota).toEqual({ plan: 'enterprise', perMinute: 3000 })
  const { data } = await asPerson('api-requests')
  expect(data.map(({ path, status, code }: Record<string, unknown>) => [path, status, code])).toEqual([
    ['/api/v1/campaigns', 403, 'scope_required'],
    ['/api/v1/contacts/0199d2c4-6f0e-7b6a-9f3e-2d1c5a8b7e41', 404, 'not_found'],
    ['/api/v1/contacts', 200, null],
    ['/api/v1/contacts', 200, null],
  ])
  expect(data[1]).toMatchObject({ route: '/api/v1/contacts/:id', requestId: missing.headers['x-request-id'] })
  const refused = await asPerson(`api-requests?outcome=refused&limit=1&search=contacts`)
  expect(refused.data.map(({ status }: { status: number }) => status)).toEqual([404])
})

test('counts of several moments are added up, and calls older than a week go', async () => {
  for (let n = 0; n < 3; n++) {
    await call('tags')
    await asPerson('usage')
  }
  expect((await asPerson('usage')).total.calls).toBe(3)
  const page = await asPerson('api-requests?limit=2')
  expect(page.data).toHaveLength(2)
  expect((await asPerson(`api-requests?limit=2&cursor=${page.page.next}`)).data).toHaveLength(1)
})

test('those of other companies and of people are not among them', async () => {
  const other = await createSignedIn(t.deps)
  await call('contacts')
  await call('contacts', home.headers)
  expect((await call('usage', other.headers)).json().total.calls).toBe(0)
  expect((await asPerson('usage')).total.calls).toBe(1)
  expect((await call('usage?from=2026-01-01&to=2026-03-01', home.headers)).statusCode).toBe(422)
})
