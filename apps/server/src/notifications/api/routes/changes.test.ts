import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { systemCtx } from '#server/context.ts'
import { workflowDirectory, workflowVersion } from '#server/notifications/definitions/workflows/directory.ts'
import { inEnvironment } from '#server/notifications/shared/context.ts'
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

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
const call = async (method: Method, url: string, payload?: object, by: Pick<World, 'headers'> = world) => {
  const answer = await test.app.inject({ method, url, headers: by.headers, ...(payload ? { payload } : {}) })
  const body = answer.body === '' ? {} : answer.json()
  return { status: answer.statusCode, body, data: body.data }
}
const make = async (path: string, payload: object): Promise<string> => (await call('POST', path, payload)).data._id
const general = async () => (await call('GET', '/v1/notification-groups')).data[0]._id
const createWorkflow = async (fields: object = {}): Promise<Json> => {
  const steps = [{ template: { type: 'in_app', content: 'one' } }]
  const payload = { name: 'Paid', notificationGroupId: await general(), active: true, steps, ...fields }
  return (await call('POST', '/v1/workflows', payload)).data
}
const createLayout = (identifier: string, fields: object = {}) =>
  make('/v1/layouts', { name: identifier, identifier, content: '{{{body}}}', ...fields })

const waiting = async (): Promise<Json> => (await call('GET', '/v1/changes?promoted=false&limit=100')).data
const changeOf = async (entityId: string): Promise<Json> =>
  (await waiting()).find((change: Json) => change._entityId === entityId)
const apply = async (entityId: string) => call('POST', `/v1/changes/${(await changeOf(entityId))._id}/apply`)
const inProduction = async (path: string): Promise<Json> => (await call('GET', path, undefined, world.production)).data
const promoted = async (identifier = 'paid'): Promise<Json> => inProduction(`/v1/workflows/${identifier}`)
const ctxOfProduction = () => inEnvironment(systemCtx(test.deps, 'test'), world.production.environment)

describe('noting changes', () => {
  it('keeps one waiting change for each thing, as it was saved last', async () => {
    const workflow = await createWorkflow()
    await call('PUT', `/v1/workflows/${workflow._id}`, { name: 'Settled' })
    await call('PUT', `/v1/workflows/${workflow._id}/status`, { active: false })
    const feed = await make('/v1/feeds', { name: 'Billing' })
    const layout = await createLayout('plain')
    await call('PATCH', `/v1/layouts/${layout}`, { name: 'Other' })
    const group = await make('/v1/notification-groups', { name: 'Money' })
    const changes = await waiting()
    expect(changes.map((change: Json) => [change.type, change._entityId, change.name])).toEqual([
      ['NotificationGroup', group, 'Money'],
      ['Layout', layout, 'Other'],
      ['Feed', feed, 'Billing'],
      ['NotificationTemplate', workflow._id, 'Settled'],
    ])
    expect(changes[3]).toMatchObject({ enabled: false, templateName: 'Settled', change: { active: false } })
    expect((await call('GET', '/v1/changes/count')).body).toEqual({ data: 4 })
  })

  it('notes nothing for what was never promoted and is gone', async () => {
    const workflow = await createWorkflow()
    const feed = await make('/v1/feeds', { name: 'Billing' })
    await call('DELETE', `/v1/workflows/${workflow._id}`)
    await call('DELETE', `/v1/feeds/${feed}`)
    expect((await call('GET', '/v1/changes/count')).body).toEqual({ data: 0 })
  })

  it('notes nothing in a promoted environment', async () => {
    await call('POST', '/v1/feeds', { name: 'Own' }, world.production)
    expect((await call('GET', '/v1/changes/count', undefined, world.production)).body).toEqual({ data: 0 })
    expect((await call('GET', '/v1/changes/count')).body).toEqual({ data: 0 })
  })

  it('notes nothing about a save that changes nothing', async () => {
    const workflow = await createWorkflow()
    await apply(workflow._id)
    await call('PUT', `/v1/workflows/${workflow._id}`, { name: 'Paid', steps: workflow.steps })
    expect(await waiting()).toEqual([])
  })

  it('pages, and asks whether promoted ones are meant', async () => {
    for (const name of ['a', 'b', 'c']) await make('/v1/feeds', { name })
    const page = (await call('GET', '/v1/changes?promoted=false&limit=2&page=1')).body
    expect(page).toMatchObject({ page: 1, pageSize: 2, totalCount: 3, data: [{ name: 'a' }] })
    await call('POST', `/v1/changes/${page.data[0]._id}/apply`)
    const done = (await call('GET', '/v1/changes?promoted=true')).body
    expect(done).toMatchObject({ totalCount: 1, data: [{ _id: page.data[0]._id, enabled: true }] })
    for (const query of ['', '?promoted=', '?promoted=maybe', '?promoted=true&limit=101'])
      expect((await call('GET', `/v1/changes${query}`)).status).toBe(400)
  })
})

describe('promoting a workflow', () => {
  it('makes one of the same content, with ids of its own', async () => {
    const steps = [
      { uuid: 'first', template: { type: 'in_app', content: '{{name}}' }, filters: [{ value: 'OR', children: [] }] },
      {
        template: { type: 'email', subject: 'S', content: 'C' },
        variants: [{ template: { type: 'email', subject: 'V', content: 'C' } }],
      },
    ]
    const workflow = await createWorkflow({ steps, critical: true, tags: ['a'], preferenceSettings: { push: false } })
    expect((await workflowDirectory(ctxOfProduction())).byId.size).toBe(0)
    const answer = await apply(workflow._id)
    expect(answer.status).toBe(201)
    expect(answer.data.at(-1)).toMatchObject({ _entityId: workflow._id, enabled: true })
    const copy = await promoted()
    expect((await workflowDirectory(ctxOfProduction())).byIdentifier.get('paid')?.id).toBe(copy._id)
    const same = ['name', 'active', 'critical', 'tags', 'preferenceSettings', 'triggers'] as const
    for (const key of same) expect(copy[key]).toEqual(workflow[key])
    expect(copy).toMatchObject({ _parentId: workflow._id, _environmentId: world.production.environment.id })
    expect(copy.notificationGroup).toMatchObject({ name: 'General', _environmentId: world.production.environment.id })
    expect(await inProduction('/v1/notification-groups')).toHaveLength(1)
    const ids = (item: Json): string[] => [
      item._id,
      ...item.steps
        .flatMap((step: Json) => [step, ...(step.variants ?? [])])
        .flatMap((part: Json) => [part._id, part._templateId]),
    ]
    expect(new Set([...ids(workflow), ...ids(copy)]).size).toBe(14)
    expect(copy.steps.map((step: Json) => step.uuid)).toEqual(workflow.steps.map((step: Json) => step.uuid))
    expect(copy.steps[0].filters).toEqual(workflow.steps[0].filters)
    expect(copy.steps.map((step: Json) => step._parentId)).toEqual([null, copy.steps[0]._id])
    expect(copy.steps[1].variants[0].template).toMatchObject({
      subject: 'V',
      _id: copy.steps[1].variants[0]._templateId,
    })
    expect(await waiting()).toEqual([])
  })

  it('changes it with a new version, and keeps the ids of its steps', async () => {
    const workflow = await createWorkflow()
    await apply(workflow._id)
    const before = await promoted()
    const directory = await workflowDirectory(ctxOfProduction())
    expect(directory.byId.get(before._id)?.version).toBe(1)
    const steps = [{ template: { type: 'sms', content: 'new' } }, ...workflow.steps]
    await call('PUT', `/v1/workflows/${workflow._id}`, { name: 'Settled', steps })
    expect(await promoted()).toEqual(before)
    await apply(workflow._id)
    const after = await promoted()
    expect(after).toMatchObject({ _id: before._id, name: 'Settled', triggers: [{ identifier: 'paid' }] })
    const { _parentId: _before, ...old } = before.steps[0]
    expect(after.steps[1]).toMatchObject(old)
    expect((await workflowDirectory(ctxOfProduction())).byId.get(before._id)?.version).toBe(2)
    expect((await workflowVersion(ctxOfProduction(), before._id, 1)).steps).toHaveLength(1)
  })

  it('promotes what it refers to along with it, and points to that', async () => {
    const [feedId, groupId] = [
      await make('/v1/feeds', { name: 'Billing' }),
      await make('/v1/notification-groups', { name: 'Money' }),
    ]
    const layoutId = await createLayout('plain', { isDefault: true })
    const workflow = await createWorkflow({
      notificationGroupId: groupId,
      steps: [
        { template: { type: 'in_app', content: 'a', feedId } },
        {
          template: { type: 'email', content: 'a' },
          variants: [{ template: { type: 'email', content: 'b', layoutId } }],
        },
      ],
    })
    const { data } = await apply(workflow._id)
    expect(data.map((change: Json) => change.type).toSorted()).toEqual([
      'Feed',
      'Layout',
      'NotificationGroup',
      'NotificationTemplate',
    ])
    expect(await waiting()).toEqual([])
    const copy = await promoted()
    const [feed] = await inProduction('/v1/feeds')
    const [layout] = (await call('GET', '/v1/layouts', undefined, world.production)).data
    expect(feed).toMatchObject({ name: 'Billing', identifier: 'Billing' })
    expect(layout).toMatchObject({ identifier: 'plain', isDefault: true, _parentId: layoutId })
    expect(copy.notificationGroup).toMatchObject({ name: 'Money', _parentId: groupId })
    expect(copy.steps[0].template.feedId).toBe(feed._id)
    expect(copy.steps[1].variants[0].template.layoutId).toBe(layout._id)
    expect([feed._id, layout._id]).not.toContain(feedId)
  })

  it('leaves changes of what is there already for their own promotion', async () => {
    const layoutId = await createLayout('plain')
    const steps = [{ template: { type: 'email', content: 'a', layoutId } }]
    const workflow = await createWorkflow({ steps })
    await apply(workflow._id)
    await call('PATCH', `/v1/layouts/${layoutId}`, { content: 'New {{{body}}}' })
    await call('PUT', `/v1/workflows/${workflow._id}`, { name: 'Settled' })
    await apply(workflow._id)
    const layout = async () => (await call('GET', '/v1/layouts', undefined, world.production)).data[0]
    expect((await layout()).content).toBe('{{{body}}}')
    await apply(layoutId)
    expect((await layout()).content).toBe('New {{{body}}}')
  })

  it('changes nothing when it is promoted twice', async () => {
    const workflow = await createWorkflow()
    const { _id } = await changeOf(workflow._id)
    const both = await Promise.all([1, 2].map(() => call('POST', `/v1/changes/${_id}/apply`)))
    expect(both.map(({ status }) => status)).toEqual([201, 201])
    const before = await promoted()
    expect((await call('POST', `/v1/changes/${_id}/apply`)).data).toMatchObject([{ _id, enabled: true }])
    expect((await call('POST', '/v1/changes/bulk/apply', { changeIds: [_id, _id] })).status).toBe(201)
    expect(await promoted()).toEqual(before)
    expect((await workflowDirectory(ctxOfProduction())).byId.get(before._id)?.version).toBe(1)
    expect((await call('GET', '/v1/workflows', undefined, world.production)).body.totalCount).toBe(1)
  })

  it('does not bring back what was promoted before', async () => {
    const workflow = await createWorkflow()
    const { _id } = await changeOf(workflow._id)
    await apply(workflow._id)
    await call('PUT', `/v1/workflows/${workflow._id}`, { name: 'Settled' })
    await apply(workflow._id)
    expect((await call('POST', `/v1/changes/${_id}/apply`)).status).toBe(201)
    expect(await promoted()).toMatchObject({ name: 'Settled' })
  })

  it('finds the group of the same name that both environments have from the beginning', async () => {
    const groupId = await general()
    const workflow = await createWorkflow()
    expect(await changeOf(groupId)).toBeUndefined()
    expect((await apply(workflow._id)).data.map((change: Json) => change.type)).toEqual([
      'NotificationGroup',
      'NotificationTemplate',
    ])
    expect(await inProduction('/v1/notification-groups')).toMatchObject([{ name: 'General', _parentId: groupId }])
  })

  it('takes it away when it was deleted', async () => {
    const workflow = await createWorkflow()
    await apply(workflow._id)
    await call('DELETE', `/v1/workflows/${workflow._id}`)
    expect(await promoted()).toMatchObject({ name: 'Paid' })
    expect(await changeOf(workflow._id)).toMatchObject({ type: 'NotificationTemplate', change: null })
    await apply(workflow._id)
    expect((await call('GET', '/v1/workflows/paid', undefined, world.production)).status).toBe(404)
    expect((await workflowDirectory(ctxOfProduction())).byId.size).toBe(0)
  })
})

describe('promoting the rest', () => {
  it('promotes a renamed group and a deleted one', async () => {
    const group = await make('/v1/notification-groups', { name: 'Money' })
    await apply(group)
    await call('PATCH', `/v1/notification-groups/${group}`, { name: 'Cash' })
    await apply(group)
    const names = async () => (await inProduction('/v1/notification-groups')).map((item: Json) => item.name)
    expect(await names()).toEqual(['General', 'Cash'])
    await call('DELETE', `/v1/notification-groups/${group}`)
    await apply(group)
    expect(await names()).toEqual(['General'])
  })

  it('promotes a deleted feed', async () => {
    const feed = await make('/v1/feeds', { name: 'Billing' })
    await apply(feed)
    expect(await inProduction('/v1/feeds')).toHaveLength(1)
    await call('DELETE', `/v1/feeds/${feed}`)
    await apply(feed)
    expect(await inProduction('/v1/feeds')).toEqual([])
  })

  it('keeps one default layout, whatever is promoted first', async () => {
    const defaults = async () =>
      (await call('GET', '/v1/layouts', undefined, world.production)).data
        .filter((item: Json) => item.isDefault)
        .map((item: Json) => item.identifier)
    const [first, second] = [await createLayout('first'), await createLayout('second')]
    await apply(first)
    await apply(second)
    expect(await defaults()).toEqual(['first'])
    await call('POST', `/v1/layouts/${second}/default`)
    await apply(first)
    expect(await defaults()).toEqual(['first'])
    await apply(second)
    expect(await defaults()).toEqual(['second'])
    await call('DELETE', `/v1/layouts/${first}`)
    await apply(first)
    expect((await call('GET', '/v1/layouts', undefined, world.production)).body.totalCount).toBe(1)
  })

  it('refuses to take away what the other environment still needs, and changes nothing', async () => {
    const layoutId = await createLayout('used', { isDefault: true })
    await createLayout('other', { isDefault: true })
    const steps = [{ template: { type: 'email', content: 'a', layoutId } }]
    const workflow = await createWorkflow({ steps })
    const all = async () => (await waiting()).map((change: Json) => change._id)
    expect((await call('POST', '/v1/changes/bulk/apply', { changeIds: await all() })).status).toBe(201)
    await call('PATCH', `/v1/layouts/${layoutId}`, { name: 'Soon gone' })
    await call('DELETE', `/v1/workflows/${workflow._id}`)
    await call('DELETE', `/v1/layouts/${layoutId}`)
    expect((await apply(layoutId)).status).toBe(409)
    expect(await changeOf(layoutId)).toMatchObject({ enabled: false })
    expect((await call('GET', '/v1/layouts', undefined, world.production)).body.totalCount).toBe(2)
    expect((await call('POST', '/v1/changes/bulk/apply', { changeIds: await all() })).status).toBe(201)
    expect((await call('GET', '/v1/layouts', undefined, world.production)).body.totalCount).toBe(1)
  })
})

describe('promoting several', () => {
  it('answers what was promoted for each, in their order', async () => {
    const feedId = await make('/v1/feeds', { name: 'Billing' })
    const workflow = await createWorkflow({ steps: [{ template: { type: 'in_app', content: 'a', feedId } }] })
    const changeIds = [(await changeOf(workflow._id))._id, (await changeOf(feedId))._id]
    const { status, data } = await call('POST', '/v1/changes/bulk/apply', { changeIds })
    expect(status).toBe(201)
    expect(data.map((rows: Json) => rows.at(-1)._id)).toEqual(changeIds)
    expect((await call('GET', '/v1/changes/count')).body).toEqual({ data: 0 })
    expect((await promoted()).steps[0].template.feedId).toBe((await inProduction('/v1/feeds'))[0]._id)
  })

  it('promotes all or none', async () => {
    const feed = await make('/v1/feeds', { name: 'Billing' })
    const changeIds = [(await changeOf(feed))._id, 'f'.repeat(24)]
    expect((await call('POST', '/v1/changes/bulk/apply', { changeIds })).status).toBe(404)
    expect(await inProduction('/v1/feeds')).toEqual([])
    expect(await waiting()).toHaveLength(1)
  })

  it('refuses wrong shapes and the changes of another environment', async () => {
    const feed = await make('/v1/feeds', { name: 'Billing' })
    const { _id } = await changeOf(feed)
    const other = await createTestEnvironment(test.deps)
    for (const payload of [{}, { changeIds: [] }, { changeIds: ['a'] }, { changeIds: _id }])
      expect((await call('POST', '/v1/changes/bulk/apply', payload)).status).toBe(400)
    expect((await call('POST', '/v1/changes/billing/apply')).status).toBe(400)
    for (const by of [other, world.production]) {
      expect((await call('POST', `/v1/changes/${_id}/apply`, undefined, by)).status).toBe(404)
      expect((await call('POST', '/v1/changes/bulk/apply', { changeIds: [_id] }, by)).status).toBe(404)
      expect((await call('GET', '/v1/changes?promoted=false', undefined, by)).body.totalCount).toBe(0)
    }
    expect(await waiting()).toHaveLength(1)
  })
})
