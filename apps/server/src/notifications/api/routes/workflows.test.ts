import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { inTransaction, systemCtx } from '#server/context.ts'
import { createWorkflow, updateWorkflow } from '#server/notifications/definitions/workflows/actions.ts'
import { workflowDirectory, workflowVersion } from '#server/notifications/definitions/workflows/directory.ts'
import { inEnvironment } from '#server/notifications/shared/context.ts'
import { buildTestApp, type TestApp } from '#server/test/app.ts'
import { createTestEnvironment } from '#server/test/notifications.ts'

type World = Awaited<ReturnType<typeof createTestEnvironment>>
type By = Pick<World, 'headers' | 'environment'>
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

const base = '/v1/notification-templates'
const call = async (method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, payload?: object, by: By = world) => {
  const answer = await test.app.inject({ method, url, headers: by.headers, ...(payload ? { payload } : {}) })
  const body = answer.json()
  return { status: answer.statusCode, body, data: body.data }
}
const groupId = async (by: By = world): Promise<string> =>
  (await call('GET', '/v1/notification-groups', undefined, by)).data[0]._id

const inApp = (content = 'Hello {{name}}', more: Json = {}) => ({ template: { type: 'in_app', content }, ...more })
const email = (more: Json = {}) => ({ template: { type: 'email', subject: 'Hi', content: 'Text', ...more } })

const create = async (fields: Json = {}) => {
  const payload = { name: 'Order paid', notificationGroupId: await groupId(), steps: [inApp()], ...fields }
  return call('POST', base, payload)
}
const ctxOf = (by: By = world) => inEnvironment(systemCtx(test.deps, 'test'), by.environment)

describe('creating', () => {
  it('answers 201 with the workflow in the shape of the wire', async () => {
    const { status, data } = await create({
      description: 'Tells about it',
      tags: ['billing'],
      critical: true,
      preferenceSettings: { sms: false },
      data: { icon: 'coin' },
      steps: [inApp(), email(), { ...email(), active: false }],
    })
    expect(status).toBe(201)
    expect(data).toMatchObject({
      name: 'Order paid',
      description: 'Tells about it',
      tags: ['billing'],
      active: false,
      draft: true,
      critical: true,
      preferenceSettings: { email: true, sms: false, in_app: true, chat: true, push: true },
      data: { icon: 'coin' },
      deleted: false,
      _environmentId: world.environment.id,
      _organizationId: world.environment.organizationId,
      notificationGroup: { name: 'General' },
      triggers: [{ type: 'event', identifier: 'order-paid', subscriberVariables: [{ name: 'email' }] }],
    })
    expect(data._id).toMatch(/^[0-9a-f]{24}$/)
    expect(data._notificationGroupId).toBe(data.notificationGroup._id)
    expect(new Date(data.createdAt).toISOString()).toBe(data.createdAt)
    const [first, second, third] = data.steps
    for (const step of data.steps) {
      expect(step._id).toMatch(/^[0-9a-f]{24}$/)
      expect(step.template._id).toBe(step._templateId)
      expect(step).toMatchObject({ shouldStopOnFail: false, filters: [] })
    }
    expect(new Set(data.steps.map((step: Json) => step.uuid)).size).toBe(3)
    expect([first._parentId, second._parentId, third._parentId]).toEqual([null, first._id, second._id])
    expect([first.active, third.active]).toEqual([true, false])
  })

  it('makes the identifier from the name, with a suffix when that is taken', async () => {
    const first = await create({ name: 'Olá, Mundo!' })
    const second = await create({ name: 'Olá, Mundo!' })
    const third = await create({ name: '!!!' })
    expect(first.data.triggers[0].identifier).toBe('ola-mundo')
    expect(second.data.triggers[0].identifier).toMatch(/^ola-mundo-[0-9a-f]{6}$/)
    expect(third.data.triggers[0].identifier).toBe('workflow')
  })

  it('gives the variants of a step their ids, and keeps given uuids', async () => {
    const variant = (content: string) => ({ template: { type: 'in_app', content }, filters: [] })
    const { data } = await create({
      steps: [inApp('a', { uuid: 'step-1', variants: [variant('b'), { ...variant('c'), uuid: 'v-2' }] })],
    })
    const [step] = data.steps
    const [one, two] = step.variants
    expect([step.uuid, two.uuid]).toEqual(['step-1', 'v-2'])
    expect(one.template._id).toBe(one._templateId)
    expect([one._parentId, two._parentId]).toEqual([null, one._id])
    expect(new Set([step._id, one._id, two._id]).size).toBe(3)
  })

  it('tells what a trigger must say, from the texts of all steps and variants', async () => {
    const { data } = await create({
      steps: [
        inApp('{{name}} {{subscriber.firstName}} {{tenant.name}}', {
          variants: [inApp('{{#each items}}{{x}}{{/each}}')],
        }),
        email({ subject: '{{total}}', variables: [{ name: 'total', type: 'String', required: true }] }),
      ],
    })
    const [trigger] = data.triggers
    expect(trigger.variables).toEqual(
      expect.arrayContaining([
        { name: 'name', type: 'String' },
        { name: 'items', type: 'Array' },
        { name: 'total', type: 'String', required: true },
      ]),
    )
    expect(trigger.variables).toHaveLength(3)
    expect(trigger.subscriberVariables).toEqual([{ name: 'firstName' }, { name: 'email' }])
    expect(trigger.reservedVariables).toEqual([{ type: 'tenant', variables: [{ name: 'identifier', type: 'String' }] }])
    const after = await call('PUT', `${base}/${data._id}`, { steps: [inApp('{{other}}')] })
    expect(after.data.triggers[0]).toMatchObject({ variables: [{ name: 'other' }], reservedVariables: [] })
  })

  it('is on when it is created on, or as no draft', async () => {
    expect((await create({ active: true })).data).toMatchObject({ active: true, draft: false })
    expect((await create({ draft: false })).data).toMatchObject({ active: true, draft: false })
  })

  it.each<[string, Json, RegExp]>([
    ['no name', { name: undefined }, /name/],
    ['an empty name', { name: '  ' }, /name/],
    ['no steps', { steps: undefined }, /steps/],
    ['a group that is no id', { notificationGroupId: 'general' }, /notificationGroupId/],
    ['an unknown group', { notificationGroupId: 'f'.repeat(24) }, /notificationGroupId/],
    ['a step without template', { steps: [{}] }, /template/],
    ['an unknown step type', { steps: [{ template: { type: 'pigeon', content: '' } }] }, /type/],
    ['51 steps', { steps: Array.from({ length: 51 }, () => inApp()) }, /steps/],
    ['a description of 1001 characters', { description: 'x'.repeat(1001) }, /description/],
    ['an unknown feed', { steps: [inApp('a', { template: { type: 'in_app', feedId: 'f'.repeat(24) } })] }, /feedId/],
    ['an unknown layout', { steps: [email({ layoutId: 'f'.repeat(24) })] }, /layoutId/],
    ['a digest without length', { steps: [{ template: { type: 'digest' }, metadata: { type: 'regular' } }] }, /amount/],
    ['a delay without settings', { steps: [{ template: { type: 'delay' } }] }, /steps\.0\.metadata/],
    ['a broken template', { steps: [inApp('{{#if a}}')] }, /steps\.0\.template\.content/],
    ['a broken subject', { steps: [email({ subject: '{{> other}}' })] }, /steps\.0\.template\.subject/],
    ['a broken variant', { steps: [inApp('a', { variants: [inApp('{{/if}}')] })] }, /steps\.0\.variants\.0/],
    ['uuids used twice', { steps: [inApp('a', { uuid: 'x' }), inApp('b', { uuid: 'x' })] }, /uuid/],
    ['a variant of another type', { steps: [inApp('a', { variants: [email()] })] }, /variants/],
    [
      'conditions with an unknown operator',
      { steps: [inApp('a', { filters: [{ children: [{ on: 'payload', field: 'a', operator: 'IS' }] }] })] },
      /operator/,
    ],
  ])('refuses %s with 400 and creates nothing', async (_what, fields, text) => {
    const { status, body } = await create(fields)
    expect(status).toBe(400)
    expect(body).toMatchObject({ statusCode: 400, error: 'Bad Request' })
    expect([body.message].flat().join()).toMatch(text)
    expect((await call('GET', base)).body.totalCount).toBe(0)
  })

  it('takes feeds and layouts of its own environment only', async () => {
    const feed = (await call('POST', '/v1/feeds', { name: 'Billing' })).data
    const step = inApp('a', { template: { type: 'in_app', content: 'a', feedId: feed._id } })
    expect((await create({ steps: [step] })).data.steps[0].template).toMatchObject({
      feedId: feed._id,
      _feedId: feed._id,
    })
    const other = await createTestEnvironment(test.deps)
    const theirs = (await call('POST', '/v1/feeds', { name: 'Billing' }, other)).data
    expect((await create({ steps: [{ template: { ...step.template, feedId: theirs._id } }] })).status).toBe(400)
    expect((await create({ notificationGroupId: await groupId(other) })).status).toBe(400)
  })
})

describe('reading', () => {
  it('finds one by id and by identifier, under both names of the resource', async () => {
    const { data } = await create()
    for (const path of [base, '/v1/workflows'])
      for (const key of [data._id, 'order-paid']) expect((await call('GET', `${path}/${key}`)).data).toEqual(data)
    const unknown = await call('GET', `${base}/order-lost`)
    expect(unknown).toMatchObject({ status: 404, body: { statusCode: 404, error: 'Not Found' } })
  })

  it('pages through the workflows, newest first, and finds them by name or identifier', async () => {
    for (const name of ['One 100%', 'Two', 'Three']) await create({ name })
    const first = await call('GET', `${base}?page=0&limit=2`)
    expect(first.body).toMatchObject({ page: 0, pageSize: 2, totalCount: 3 })
    expect(first.data.map((item: Json) => item.name)).toEqual(['Three', 'Two'])
    expect((await call('GET', `${base}?page=1&limit=2`)).data.map((item: Json) => item.name)).toEqual(['One 100%'])
    const found = async (query: string) =>
      (await call('GET', `${base}?query=${encodeURIComponent(query)}`)).data.map((item: Json) => item.name)
    expect(await found('TW')).toEqual(['Two'])
    expect(await found('one-100')).toEqual(['One 100%'])
    expect(await found('0%')).toEqual(['One 100%'])
    expect(await found('_')).toEqual([])
    expect((await call('GET', `${base}?limit=101`)).status).toBe(400)
    expect((await call('GET', `${base}?page=-1`)).status).toBe(400)
  })

  it('says whether the channels can be sent with', async () => {
    const { data } = await create({ steps: [inApp(), email()] })
    expect(data.workflowIntegrationStatus).toMatchObject({
      hasActiveIntegrations: false,
      hasPrimaryIntegrations: false,
      channels: {
        in_app: { hasActiveIntegrations: true },
        email: { hasActiveIntegrations: false, hasPrimaryIntegrations: false },
      },
    })
    expect((await create()).data.workflowIntegrationStatus).toMatchObject({ hasActiveIntegrations: true })
  })

  it('names the variables that templates know', async () => {
    const { data } = await call('GET', '/v1/workflows/variables')
    expect(data).toMatchObject({
      translations: {},
      system: { subscriber: { firstName: 'string' }, step: { total_count: 'number' }, branding: { color: 'string' } },
    })
  })

  it('never shows or changes the workflows of another environment', async () => {
    const { data } = await create()
    const other = await createTestEnvironment(test.deps)
    const path = `${base}/${data._id}`
    for (const by of [other, world.production]) expect((await call('GET', path, undefined, by)).status).toBe(404)
    expect((await call('GET', base, undefined, other)).body.totalCount).toBe(0)
    expect((await call('PUT', path, { name: 'Mine' }, other)).status).toBe(404)
    expect((await call('PUT', `${path}/status`, { active: true }, other)).status).toBe(404)
    expect((await call('DELETE', path, undefined, other)).status).toBe(404)
    expect((await call('GET', path)).data).toEqual(data)
  })
})

describe('changing', () => {
  it('changes what is given and keeps the identifier', async () => {
    const { data } = await create({ description: 'Old', tags: ['a'] })
    const changed = await call('PUT', `${base}/${data._id}`, { name: 'Order settled', description: null })
    expect(changed.status).toBe(200)
    expect(changed.data).toMatchObject({ name: 'Order settled', tags: ['a'], triggers: [{ identifier: 'order-paid' }] })
    expect(changed.data).not.toHaveProperty('description')
    expect(changed.data.steps).toEqual(data.steps)
    expect((await call('GET', `${base}/${data._id}`)).data).toEqual(changed.data)
  })

  it('keeps the ids of steps that are still there', async () => {
    const steps = [inApp('a'), inApp('b', { variants: [inApp('b1')] }), inApp('c')]
    const before = (await create({ steps })).data.steps
    const { data } = await create({ name: 'Other', steps: [inApp('x', { _id: before[0]._id })] })
    expect(data.steps[0]._id).not.toBe(before[0]._id)
    const id = (await call('GET', `${base}/order-paid`)).data._id
    const [, second, third] = before
    const given = [
      { ...third, template: { type: 'in_app', content: 'c2' } },
      inApp('new', { _id: 'e'.repeat(24) }),
      { uuid: second.uuid, template: { type: 'in_app', content: 'b' }, variants: second.variants },
    ]
    const after = (await call('PUT', `${base}/${id}`, { steps: given })).data.steps
    const ids = (step: Json) => [step._id, step.uuid, step._templateId, step.template._id]
    expect(ids(after[0])).toEqual(ids(third))
    expect(after[0].template.content).toBe('c2')
    expect(after[1]._id).not.toBe('e'.repeat(24))
    expect(ids(after[2])).toEqual(ids(second))
    expect(ids(after[2].variants[0])).toEqual(ids(second.variants[0]))
    expect(after.map((step: Json) => step._parentId)).toEqual([null, after[0]._id, after[1]._id])
  })

  it('gives a step that was copied with its id an id of its own', async () => {
    const { data } = await create()
    const [step] = data.steps
    const after = (await call('PUT', `${base}/${data._id}`, { steps: [step, { ...step, uuid: undefined }] })).data.steps
    expect(after[0]._id).toBe(step._id)
    expect(after[1]._id).not.toBe(step._id)
    expect(after[1]._templateId).not.toBe(step._templateId)
  })

  it.each<[string, Json]>([
    ['a description of 301 characters', { description: 'x'.repeat(301) }],
    ['an empty name', { name: '' }],
    ['a name that is no text', { name: 5 }],
    ['steps that are no list', { steps: {} }],
    ['an unknown layout', { name: 'New', steps: [email({ layoutId: 'f'.repeat(24) })] }],
    ['an unknown group', { name: 'New', notificationGroupId: 'f'.repeat(24) }],
    ['preferences that are no flags', { preferenceSettings: { email: 'yes' } }],
  ])('refuses %s with 400 and changes nothing', async (_what, changes) => {
    const { data } = await create()
    expect((await call('PUT', `${base}/${data._id}`, changes)).status).toBe(400)
    expect((await call('GET', `${base}/${data._id}`)).data).toEqual(data)
  })

  it('refuses ids that are none with 400 and unknown ones with 404', async () => {
    for (const [id, status] of [
      ['order-paid', 400],
      ['f'.repeat(24), 404],
    ] as const) {
      expect((await call('PUT', `${base}/${id}`, { name: 'A' })).status).toBe(status)
      expect((await call('PUT', `${base}/${id}/status`, { active: true })).status).toBe(status)
      expect((await call('DELETE', `${base}/${id}`)).status).toBe(status)
    }
  })

  it('switches it on and off', async () => {
    const { data } = await create()
    const on = await call('PUT', `${base}/${data._id}/status`, { active: true })
    expect(on).toMatchObject({ status: 200, data: { active: true, draft: false } })
    const off = await call('PUT', `/v1/workflows/${data._id}/status`, { active: false })
    expect(off.data).toMatchObject({ active: false, draft: true })
    expect((await call('PUT', `${base}/${data._id}/status`, { active: 'yes' })).status).toBe(400)
    expect((await call('PUT', `${base}/${data._id}/status`, {})).status).toBe(400)
  })

  it('is gone when it is deleted, and its identifier is free again', async () => {
    const { data } = await create()
    expect(await call('DELETE', `${base}/${data._id}`)).toMatchObject({ status: 200, body: { data: true } })
    expect((await call('GET', `${base}/${data._id}`)).status).toBe(404)
    expect((await call('DELETE', `${base}/${data._id}`)).status).toBe(404)
    expect((await call('GET', base)).body.totalCount).toBe(0)
    expect((await create()).data.triggers[0].identifier).toBe('order-paid')
  })

  it('refuses every write in a promoted environment with 401', async () => {
    const by = world.production
    const id = (await create()).data._id
    const payload = { name: 'A', notificationGroupId: await groupId(by), steps: [] }
    for (const answer of [
      await call('POST', base, payload, by),
      await call('PUT', `${base}/${id}`, { name: 'A' }, by),
      await call('PUT', `${base}/${id}/status`, { active: true }, by),
      await call('DELETE', `${base}/${id}`, undefined, by),
    ]) {
      expect(answer.status).toBe(401)
      expect(answer.body.message).toMatch(/development environment/)
    }
    expect((await call('GET', base, undefined, by)).body.totalCount).toBe(0)
  })
})

describe('the product itself', () => {
  it('chooses the identifier, which must be free', async () => {
    const input = {
      name: 'Assigned',
      notificationGroupId: await groupId(),
      steps: [],
      identifier: 'conversation.assigned',
    }
    const row = await createWorkflow(ctxOf(), input)
    expect(row.identifier).toBe('conversation.assigned')
    await expect(createWorkflow(ctxOf(), input)).rejects.toMatchObject({ status: 409 })
    expect((await call('GET', `${base}/conversation.assigned`)).data).toMatchObject({ _id: row.id, _creatorId: null })
  })
})

describe('what the engine reads', () => {
  it('sees a change at once, by id and identifier', async () => {
    expect((await workflowDirectory(ctxOf())).byId.size).toBe(0)
    const { data } = await create({ steps: [inApp(), { ...email(), active: false }] })
    const definition = (await workflowDirectory(ctxOf())).byIdentifier.get('order-paid')
    expect(definition).toMatchObject({ id: data._id, version: 1, active: false, channels: ['in_app'] })
    expect([definition?.steps.length, definition?.activeSteps.length]).toEqual([2, 1])
    await call('PUT', `${base}/${data._id}/status`, { active: true })
    expect((await workflowDirectory(ctxOf())).byId.get(data._id)).toMatchObject({ active: true, version: 1 })
    await call('DELETE', `${base}/${data._id}`)
    expect((await workflowDirectory(ctxOf())).byId.size).toBe(0)
  })

  it('keeps every version as it was, also after the workflow is gone', async () => {
    const id = (await create({ steps: [inApp('one')] })).data._id
    await call('PUT', `${base}/${id}`, { steps: [inApp('two')], preferenceSettings: { push: false } })
    await call('PUT', `${base}/${id}`, { critical: true })
    await call('DELETE', `${base}/${id}`)
    const versions = [1, 2, 3].map((version) => workflowVersion(ctxOf(), id, version))
    const [one, two, three] = await Promise.all(versions)
    expect([one, two, three].map((version) => version?.steps[0]?.template.content)).toEqual(['one', 'two', 'two'])
    expect([one, two, three].map((version) => version?.critical)).toEqual([false, false, true])
    expect([one, two].map((version) => version?.preferenceSettings.push)).toEqual([true, false])
    expect(one?.identifier).toBe('order-paid')
    await expect(workflowVersion(ctxOf(), id, 4)).rejects.toThrow(/no version 4/)
    await expect(workflowVersion(ctxOf(world.production), id, 1)).rejects.toThrow(/no version 1/)
  })

  it('makes no version of a save that changes nothing', async () => {
    const { data } = await create()
    const again = await call('PUT', `${base}/${data._id}`, { name: data.name, steps: data.steps, tags: data.tags })
    expect(again.data).toEqual(data)
    await call('PUT', `${base}/${data._id}/status`, { active: true })
    expect((await workflowDirectory(ctxOf())).byId.get(data._id)?.version).toBe(1)
  })

  it('counts versions on without a gap when people save at the same time', async () => {
    const { data } = await create()
    const names = ['A', 'B', 'C', 'D', 'E']
    await Promise.all(names.map((name) => call('PUT', `${base}/${data._id}`, { name })))
    const versions = await Promise.all([1, 2, 3, 4, 5, 6].map((version) => workflowVersion(ctxOf(), data._id, version)))
    expect(new Set(versions.slice(1).map(({ name }) => name))).toEqual(new Set(names))
  })

  it('does not keep a version that was rolled back', async () => {
    const { data } = await create()
    const failed = inTransaction(ctxOf(), async (tx) => {
      await updateWorkflow(tx, data._id, { name: 'Rolled back' })
      expect((await workflowVersion(tx, data._id, 2)).name).toBe('Rolled back')
      throw new Error('no')
    })
    await expect(failed).rejects.toThrow('no')
    await call('PUT', `${base}/${data._id}`, { name: 'Kept' })
    expect((await workflowVersion(ctxOf(), data._id, 2)).name).toBe('Kept')
  })
})
