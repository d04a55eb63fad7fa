import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { systemCtx } from '#server/context.ts'
import { overridesOf } from '#server/notifications/definitions/workflows/overrides/directory.ts'
import { inEnvironment } from '#server/notifications/shared/context.ts'
import { buildTestApp, type TestApp } from '#server/test/app.ts'
import { createTestEnvironment } from '#server/test/notifications.ts'

type World = Awaited<ReturnType<typeof createTestEnvironment>>
type Json = Awaited<ReturnType<typeof call>>['data']

let test: TestApp
let world: World
let workflowId: string
let tenantId: string
beforeAll(async () => {
  test = await buildTestApp()
})
afterAll(() => test.close())
beforeEach(async () => {
  world = await createTestEnvironment(test.deps)
  workflowId = await createWorkflow('Paid')
  tenantId = await createTenant('acme')
})

const base = '/v1/workflow-overrides'
type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'
const call = async (method: Method, url: string, payload?: object, by: Pick<World, 'headers'> = world) => {
  const answer = await test.app.inject({ method, url, headers: by.headers, ...(payload ? { payload } : {}) })
  const body = answer.json()
  return { status: answer.statusCode, body, data: body.data }
}
const createWorkflow = async (name: string): Promise<string> => {
  const notificationGroupId = (await call('GET', '/v1/notification-groups')).data[0]._id
  return (await call('POST', '/v1/workflows', { name, notificationGroupId, steps: [] })).data._id
}
const createTenant = async (identifier: string, by?: Pick<World, 'headers'>): Promise<string> =>
  (await call('POST', '/v1/tenants', { identifier, name: identifier }, by)).data._id
const create = (fields: object = {}) => call('POST', base, { workflowId, tenantId, ...fields })
const known = () => overridesOf(inEnvironment(systemCtx(test.deps, 'test'), world.environment))

it('keeps what a tenant changes about a workflow, with every channel on unless said otherwise', async () => {
  const { status, data } = await create({ active: true, preferenceSettings: { sms: false } })
  expect(status).toBe(201)
  expect(data).toMatchObject({
    _workflowId: workflowId,
    _tenantId: tenantId,
    _environmentId: world.environment.id,
    active: true,
    preferenceSettings: { email: true, sms: false, in_app: true, chat: true, push: true },
  })
  expect((await call('GET', `${base}/${data._id}`)).data).toEqual(data)
  expect((await call('GET', `${base}/workflows/${workflowId}/tenants/${tenantId}`)).data).toEqual(data)
})

it('is inactive unless said otherwise', async () => {
  expect((await create()).data).toMatchObject({ active: false, preferenceSettings: { email: true, push: true } })
})

it('changes by id and by what it is about', async () => {
  const { data } = await create()
  expect((await call('PUT', `${base}/${data._id}`, { active: true })).data).toMatchObject({
    _id: data._id,
    active: true,
  })
  const path = `${base}/workflows/${workflowId}/tenants/${tenantId}`
  const changed = await call('PUT', path, { preferenceSettings: { email: false } })
  expect(changed.data).toMatchObject({ active: true, preferenceSettings: { email: false, push: true } })
  for (const target of [path, `${base}/${data._id}`])
    for (const payload of [{ active: 'no' }, { preferenceSettings: { email: 1 } }])
      expect((await call('PUT', target, payload)).status).toBe(400)
  expect((await call('GET', path)).data).toEqual(changed.data)
})

it('allows one for each workflow and tenant', async () => {
  const both = await Promise.all([create(), create()])
  expect(both.map(({ status }) => status).toSorted()).toEqual([201, 409])
})

it('is gone when it is deleted', async () => {
  const { data } = await create()
  expect(await call('DELETE', `${base}/${data._id}`)).toMatchObject({ status: 200, body: { data: true } })
  expect((await call('GET', `${base}/${data._id}`)).status).toBe(404)
  expect((await call('DELETE', `${base}/${data._id}`)).status).toBe(404)
  expect((await create()).status).toBe(201)
})

it('goes with its workflow', async () => {
  await create()
  await call('DELETE', `/v1/workflows/${workflowId}`)
  expect((await call('GET', base)).body.data).toEqual([])
})

it('pages, the newest first', async () => {
  for (const identifier of ['b', 'c']) await create({ tenantId: await createTenant(identifier) })
  const last = (await create()).data
  const first = (await call('GET', `${base}?limit=2`)).body
  expect(first).toMatchObject({ page: 0, pageSize: 2, hasMore: true })
  expect(first.data[0]).toEqual(last)
  const second = (await call('GET', `${base}?limit=2&page=1`)).body
  expect([second.hasMore, second.data.length]).toEqual([false, 1])
  expect((await call('GET', `${base}?limit=3`)).body.hasMore).toBe(false)
  expect((await call('GET', `${base}?limit=101`)).status).toBe(400)
  expect((await call('GET', base, undefined, world.production)).body.data).toEqual([])
})

it('answers 404 for unknown workflows and tenants, and those of another environment', async () => {
  const unknown = 'f'.repeat(24)
  const foreign = await createTenant('acme', world.production)
  for (const fields of [{ workflowId: unknown }, { tenantId: unknown }, { tenantId: foreign }])
    expect((await create(fields)).status).toBe(404)
  for (const fields of [{ workflowId: 'paid' }, { tenantId: 'acme' }, { tenantId: undefined }, { active: 1 }])
    expect((await create(fields)).status).toBe(400)
  const pair = `${base}/workflows/${workflowId}/tenants/${tenantId}`
  for (const path of [pair, `${base}/${unknown}`]) {
    expect((await call('GET', path)).status).toBe(404)
    expect((await call('PUT', path, { active: true })).status).toBe(404)
  }
  expect((await call('GET', `${base}/paid`)).status).toBe(400)
  const { data } = await create()
  const other = await createTestEnvironment(test.deps)
  expect((await call('GET', `${base}/${data._id}`, undefined, other)).status).toBe(404)
  expect((await call('PUT', `${base}/${data._id}`, { active: true }, other)).status).toBe(404)
  expect((await call('DELETE', `${base}/${data._id}`, undefined, other)).status).toBe(404)
  expect((await call('GET', `${base}/${data._id}`)).data).toEqual(data)
})

it('refuses every write in a promoted environment with 401', async () => {
  const { data } = await create()
  const by = world.production
  const answers = [
    await call('POST', base, { workflowId, tenantId }, by),
    await call('PUT', `${base}/${data._id}`, { active: true }, by),
    await call('PUT', `${base}/workflows/${workflowId}/tenants/${tenantId}`, { active: true }, by),
    await call('DELETE', `${base}/${data._id}`, undefined, by),
  ]
  expect(answers.map(({ status }: Json) => status)).toEqual([401, 401, 401, 401])
})

it('is known to the engine at once', async () => {
  expect((await known()).size).toBe(0)
  const { data } = await create()
  expect((await known()).get(`${workflowId}:${tenantId}`)).toMatchObject({ id: data._id, active: false })
  await call('PUT', `${base}/${data._id}`, { active: true })
  expect((await known()).get(`${workflowId}:${tenantId}`)?.active).toBe(true)
  await call('DELETE', `${base}/${data._id}`)
  expect((await known()).size).toBe(0)
})
