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

const base = '/v1/notification-groups'
type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE'
const call = async (method: Method, url: string, payload?: object, by: Pick<World, 'headers'> = world) => {
  const answer = await test.app.inject({ method, url, headers: by.headers, ...(payload ? { payload } : {}) })
  const body = answer.json()
  return { status: answer.statusCode, body, data: body.data }
}

it('keeps groups, beside the one called General', async () => {
  const created = await call('POST', base, { name: ' Billing ' })
  expect(created).toMatchObject({ status: 201, data: { name: 'Billing', _environmentId: world.environment.id } })
  const path = `${base}/${created.data._id}`
  expect((await call('GET', path)).data).toEqual(created.data)
  expect(await call('PATCH', path, { name: 'Money' })).toMatchObject({ status: 200, data: { name: 'Money' } })
  const names = async () => (await call('GET', base)).data.map(({ name }: { name: string }) => name)
  expect(await names()).toEqual(['General', 'Money'])
  const removed = await call('DELETE', path)
  expect(removed).toMatchObject({ status: 200, data: { acknowledged: true, status: 'deleted' } })
  expect(await names()).toEqual(['General'])
})

it('answers 404 for groups that are not there or in another environment, and changes nothing', async () => {
  const other = await createTestEnvironment(test.deps)
  const mine = (await call('POST', base, { name: 'Billing' })).data
  for (const [id, by] of [
    ['f'.repeat(24), world],
    [mine._id, other],
  ] as const) {
    expect((await call('GET', `${base}/${id}`, undefined, by)).status).toBe(404)
    expect((await call('PATCH', `${base}/${id}`, { name: 'Mine' }, by)).status).toBe(404)
    expect((await call('DELETE', `${base}/${id}`, undefined, by)).status).toBe(404)
  }
  expect((await call('GET', `${base}/${mine._id}`)).data).toEqual(mine)
})

it('refuses wrong shapes with 400', async () => {
  const { _id } = (await call('GET', base)).data[0]
  for (const payload of [{}, { name: '' }, { name: '  ' }, { name: 1 }, { name: 'x'.repeat(201) }]) {
    expect((await call('POST', base, payload)).status).toBe(400)
    expect((await call('PATCH', `${base}/${_id}`, payload)).status).toBe(400)
  }
  for (const method of ['GET', 'DELETE'] as const) expect((await call(method, `${base}/general`)).status).toBe(400)
  expect((await call('GET', base)).data).toHaveLength(1)
})

it('keeps a group while workflows are in it', async () => {
  const { _id } = (await call('POST', base, { name: 'Billing' })).data
  const payload = { name: 'Paid', notificationGroupId: _id, steps: [] }
  const workflow = (await call('POST', '/v1/workflows', payload)).data
  expect((await call('DELETE', `${base}/${_id}`)).status).toBe(409)
  expect((await call('GET', `/v1/workflows/${workflow._id}`)).data.notificationGroup.name).toBe('Billing')
  await call('DELETE', `/v1/workflows/${workflow._id}`)
  expect((await call('DELETE', `${base}/${_id}`)).status).toBe(200)
})
