import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { buildTestApp, type TestApp } from '#server/test/app.ts'
import { createTestEnvironment } from '#server/test/notifications.ts'

type World = Awaited<ReturnType<typeof createTestEnvironment>>

let test: TestApp
let world: World
beforeAll(async () => {
  test = await buildTestApp()
})
afterAll(() => test.close())
beforeEach(async () => {
  world = await createTestEnvironment(test.deps)
})

type Method = 'GET' | 'POST' | 'DELETE'
const call = async (method: Method, url: string, payload?: object, by: Pick<World, 'headers'> = world) => {
  const answer = await test.app.inject({ method, url, headers: by.headers, ...(payload ? { payload } : {}) })
  const body = answer.json()
  return { status: answer.statusCode, body, data: body.data }
}

it('keeps feeds whose identifiers are their names', async () => {
  const first = await call('POST', '/v1/feeds', { name: 'Activity' })
  expect(first).toMatchObject({ status: 201, data: { name: 'Activity', identifier: 'Activity' } })
  expect(first.data._id).toMatch(/^[0-9a-f]{24}$/)
  const second = (await call('POST', '/v1/feeds', { name: 'Billing' })).data
  expect((await call('GET', '/v1/feeds')).data).toEqual([first.data, second])
  expect(await call('DELETE', `/v1/feeds/${first.data._id}`)).toMatchObject({ status: 200, body: { data: [second] } })
  expect((await call('DELETE', `/v1/feeds/${second._id}`)).body).toEqual({ data: [] })
  expect((await call('GET', '/v1/feeds')).body).toEqual({ data: [] })
})

it('refuses a name that is in use with 409, in the same environment only', async () => {
  const both = await Promise.all([1, 2].map(() => call('POST', '/v1/feeds', { name: 'Activity' })))
  expect(both.map(({ status }) => status).toSorted()).toEqual([201, 409])
  expect((await call('POST', '/v1/feeds', { name: 'Activity' }, world.production)).status).toBe(201)
})

it('refuses wrong shapes with 400 and unknown or foreign feeds with 404', async () => {
  for (const payload of [{}, { name: '' }, { name: [] }])
    expect((await call('POST', '/v1/feeds', payload)).status).toBe(400)
  const other = await createTestEnvironment(test.deps)
  const feed = (await call('POST', '/v1/feeds', { name: 'Activity' })).data
  expect((await call('DELETE', '/v1/feeds/Activity')).status).toBe(400)
  expect((await call('DELETE', `/v1/feeds/${'f'.repeat(24)}`)).status).toBe(404)
  expect((await call('DELETE', `/v1/feeds/${feed._id}`, undefined, other)).status).toBe(404)
  expect((await call('GET', '/v1/feeds', undefined, other)).data).toEqual([])
  expect((await call('GET', '/v1/feeds')).data).toEqual([feed])
})
