import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { buildTestApp, type TestApp } from '#server/test/app.ts'
import { createTestEnvironment } from '#server/test/notifications.ts'

type World = Awaited<ReturnType<typeof createTestEnvironment>>
type Json = Awaited<ReturnType<typeof call>>['data']

let test: TestApp
let world: World
beforeAll(async () => {
  test = await buildTestApp()
})
afterAll(() => test.close())
beforeEach(async () => {
  world = await createTestEnvironment(test.deps)
})

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE'
const call = async (method: Method, url: string, payload?: object, by: Pick<World, 'headers'> = world) => {
  const answer = await test.app.inject({ method, url, headers: by.headers, ...(payload ? { payload } : {}) })
  const body = answer.body === '' ? {} : answer.json()
  return { status: answer.statusCode, text: answer.body, body, data: body.data }
}

const content = '<main>{{{body}}}</main>'
const create = async (identifier: string, fields: object = {}): Promise<string> => {
  const answer = await call('POST', '/v1/layouts', { name: `Layout ${identifier}`, identifier, content, ...fields })
  expect(answer.status).toBe(201)
  expect(Object.keys(answer.data)).toEqual(['_id'])
  return answer.data._id
}
const load = async (id: string) => (await call('GET', `/v1/layouts/${id}`)).data
const defaults = async (): Promise<string[]> =>
  (await call('GET', '/v1/layouts')).data.filter((item: Json) => item.isDefault).map((item: Json) => item.identifier)

it('keeps a layout as it was given', async () => {
  const variables = [{ name: 'brand', type: 'String', required: true }]
  const id = await create('plain', { description: 'For all', variables })
  expect(await load(id)).toMatchObject({
    _id: id,
    _environmentId: world.environment.id,
    _organizationId: world.environment.organizationId,
    name: 'Layout plain',
    identifier: 'plain',
    description: 'For all',
    channel: 'email',
    content,
    contentType: 'customHtml',
    variables,
    isDefault: true,
    isDeleted: false,
  })
})

it('has one default: the first one, or the one that was made it last', async () => {
  const first = await create('first')
  const second = await create('second')
  expect(await defaults()).toEqual(['first'])
  const third = await create('third', { isDefault: true })
  expect(await defaults()).toEqual(['third'])
  expect(await call('POST', `/v1/layouts/${second}/default`)).toMatchObject({ status: 204, text: '' })
  expect(await defaults()).toEqual(['second'])
  expect((await call('PATCH', `/v1/layouts/${first}`, { isDefault: true })).data).toMatchObject({ isDefault: true })
  expect(await defaults()).toEqual(['first'])
  expect((await call('PATCH', `/v1/layouts/${first}`, { isDefault: false })).status).toBe(409)
  expect((await call('PATCH', `/v1/layouts/${third}`, { isDefault: false })).status).toBe(200)
  expect(await defaults()).toEqual(['first'])
})

it('has one default also when the first ones arrive at the same time', async () => {
  const identifiers = Array.from({ length: 10 }, (_, index) => `layout-${index}`)
  await Promise.all(identifiers.map((identifier) => create(identifier)))
  expect(await defaults()).toHaveLength(1)
})

it('pages and sorts', async () => {
  for (const identifier of ['b', 'c', 'a']) await create(identifier)
  const page = async (query: string) => (await call('GET', `/v1/layouts?${query}`)).body
  const keys = (body: Json) => body.data.map((item: Json) => item.identifier)
  const first = await page('page=0&pageSize=2')
  expect(first).toMatchObject({ page: 0, pageSize: 2, totalCount: 3 })
  expect(keys(first)).toEqual(['a', 'c'])
  expect(keys(await page('page=1&pageSize=2'))).toEqual(['b'])
  expect(keys(await page('orderBy=1'))).toEqual(['b', 'c', 'a'])
  expect(keys(await page('sortBy=identifier&orderBy=1'))).toEqual(['a', 'b', 'c'])
  expect(keys(await page('sortBy=identifier&orderBy=-1'))).toEqual(['c', 'b', 'a'])
  for (const query of ['pageSize=1001', 'pageSize=0', 'page=-1', 'orderBy=2', 'sortBy=content'])
    expect((await call('GET', `/v1/layouts?${query}`)).status).toBe(400)
})

it('answers one layout to a list that names it, as the published SDK asks', async () => {
  const id = await create('plain')
  expect((await call('GET', `/v1/layouts?layoutId=${id}`)).body).toEqual({ data: await load(id) })
  expect((await call('GET', `/v1/layouts?layoutId=${'f'.repeat(24)}`)).status).toBe(404)
})

it('refuses wrong shapes with 400 and creates nothing', async () => {
  const good = { name: 'A', identifier: 'a', content }
  for (const fields of [
    { name: undefined },
    { name: '' },
    { identifier: undefined },
    { identifier: ' ' },
    { content: undefined },
    { content: '<main>{{body}}</main>' },
    { content: 'nothing' },
    { content: '{{{body}}}{{#if a}}' },
    { isDefault: 'yes' },
    { variables: [{ type: 'String' }] },
    { variables: {} },
  ]) {
    const answer = await call('POST', '/v1/layouts', { ...good, ...fields })
    expect(answer).toMatchObject({ status: 400, body: { statusCode: 400, error: 'Bad Request' } })
  }
  expect((await call('GET', '/v1/layouts')).body.totalCount).toBe(0)
})

it('changes what is given, and nothing when that is wrong', async () => {
  const id = await create('plain', { description: 'For all' })
  await create('other')
  const path = `/v1/layouts/${id}`
  const changed = await call('PATCH', path, { name: 'New', description: null })
  expect(changed).toMatchObject({ status: 200, data: { name: 'New', identifier: 'plain', content, isDefault: true } })
  expect(changed.data).not.toHaveProperty('description')
  for (const payload of [{}, { unknown: 1 }, { content: 'no slot' }, { content: '{{{body}}}{{/if}}' }, { name: '' }])
    expect((await call('PATCH', path, payload)).status).toBe(400)
  expect((await call('PATCH', path, { identifier: 'other' })).status).toBe(409)
  expect((await call('PATCH', path, { identifier: 'plain' })).status).toBe(200)
  expect((await call('POST', '/v1/layouts', { name: 'B', identifier: 'plain', content })).status).toBe(409)
  expect(await load(id)).toMatchObject({ name: 'New', identifier: 'plain', content })
})

it('deletes a layout that is neither the default nor used', async () => {
  const used = await create('used', { isDefault: true })
  const free = await create('free', { isDefault: true })
  const notificationGroupId = (await call('GET', '/v1/notification-groups')).data[0]._id
  const variants = [{ template: { type: 'email', content: 'b', layoutId: used } }]
  const steps = [{ template: { type: 'email', content: 'a' }, variants }]
  const workflow = (await call('POST', '/v1/workflows', { name: 'Paid', notificationGroupId, steps })).data
  expect(workflow.steps[0].variants[0].template.layoutId).toBe(used)
  expect((await call('DELETE', `/v1/layouts/${free}`)).status).toBe(409)
  expect((await call('DELETE', `/v1/layouts/${used}`)).status).toBe(409)
  await call('DELETE', `/v1/workflows/${workflow._id}`)
  expect(await call('DELETE', `/v1/layouts/${used}`)).toMatchObject({ status: 204, text: '' })
  expect((await call('GET', `/v1/layouts/${used}`)).status).toBe(404)
  expect((await call('GET', '/v1/layouts')).body.totalCount).toBe(1)
})

it('answers 404 for unknown and foreign layouts, 400 for what is no id', async () => {
  const other = await createTestEnvironment(test.deps)
  const id = await create('plain')
  for (const [key, by, status] of [
    ['f'.repeat(24), world, 404],
    [id, other, 404],
    ['plain', world, 400],
  ] as const) {
    const path = `/v1/layouts/${key}`
    expect((await call('GET', path, undefined, by)).status).toBe(status)
    expect((await call('PATCH', path, { name: 'Mine' }, by)).status).toBe(status)
    expect((await call('POST', `${path}/default`, undefined, by)).status).toBe(status)
    expect((await call('DELETE', path, undefined, by)).status).toBe(status)
  }
  expect(await load(id)).toMatchObject({ name: 'Layout plain' })
})
