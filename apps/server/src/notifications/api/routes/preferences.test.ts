import { channelTypes } from '@recado/contracts/notifications/domain'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { systemCtx } from '#server/context.ts'
import { preferenceFacts } from '#server/notifications/audience/preferences/queries.ts'
import { createNotificationId } from '#server/notifications/shared/ids.ts'
import { buildTestApp, type TestApp } from '#server/test/app.ts'
import { callerOf, createInboxWorld, type InboxWorld, openInbox } from '#server/test/inbox.ts'
import { createTestEnvironment } from '#server/test/notifications.ts'

let test: TestApp
let world: InboxWorld
let base: string
beforeAll(async () => {
  test = await buildTestApp()
})
afterAll(() => test.close())
beforeEach(async () => {
  world = await createInboxWorld(test)
  base = `/subscribers/${world.inbox.subscriber.subscriberId}/preferences`
})

type Fields = Record<string, unknown>
const step = (type: string, active = true) => ({ active, template: { type, subject: 'S', content: 'Text' } })
const createWorkflow = async (name: string, fields: Fields = {}, api = world.api) => {
  const [{ _id: notificationGroupId }] = (await api('GET', '/notification-groups')).data
  const { status, data } = await api('POST', '/workflows', {
    name,
    notificationGroupId,
    active: true,
    steps: [step('in_app'), step('email')],
    ...fields,
  })
  expect(status).toBe(201)
  return data
}
const get = async (path = '') => (await world.inbox.call('GET', `/widgets/preferences${path}`)).data
const patch = (path: string, body: unknown) => world.inbox.call('PATCH', `/widgets/preferences${path}`, body)
const allOn = Object.fromEntries(channelTypes.map((channel) => [channel, true]))

describe('preferences by workflow', () => {
  it('are one item for each active workflow, critical ones included', async () => {
    const order = await createWorkflow('Order paid', {
      tags: ['orders'],
      data: { icon: 'coin' },
      preferenceSettings: { email: false },
    })
    const alarm = await createWorkflow('Alarm', { critical: true, steps: [step('sms'), step('push', false)] })
    await createWorkflow('Draft', { active: false })
    const removed = await createWorkflow('Removed')
    await world.api('DELETE', `/workflows/${removed._id}`)
    const template = { critical: false, tags: [], data: {}, group: 'General' }
    const items = [
      {
        template: {
          ...template,
          _id: order._id,
          name: 'Order paid',
          tags: ['orders'],
          data: { icon: 'coin' },
          triggers: [{ identifier: 'order-paid' }],
        },
        preference: {
          enabled: true,
          channels: { in_app: true, email: false },
          overrides: [
            { channel: 'in_app', source: 'template' },
            { channel: 'email', source: 'template' },
          ],
        },
      },
      {
        template: { ...template, _id: alarm._id, name: 'Alarm', critical: true, triggers: [{ identifier: 'alarm' }] },
        preference: { enabled: true, channels: { sms: true }, overrides: [{ channel: 'sms', source: 'template' }] },
      },
    ]
    expect(await get()).toEqual(items)
    expect(await get('/template')).toEqual(items)
    expect((await world.api('GET', base)).data).toEqual(items)
    expect((await world.api('GET', `${base}/template`)).data).toEqual(items)
  })

  it('speak the language of the subscriber where the workflow can, and name its group', async () => {
    const { _id: notificationGroupId } = (await world.api('POST', '/notification-groups', { name: 'Orders' })).data
    const translations = { pt: { 'Order paid': 'Pedido pago', Orders: 'Pedidos' }, 'pt-pt': { Orders: 'Encomendas' } }
    const { _id } = await createWorkflow('Order paid', { notificationGroupId, data: { translations } })
    const shown = async (locale: string | null) => {
      const { call } = openInbox(test, world.environment, await world.person({ locale }))
      const [{ template }] = (await call('GET', '/widgets/preferences')).data
      const changed = await call('PATCH', `/widgets/preferences/${_id}`, { enabled: true })
      expect(changed.data.template).toEqual(template)
      return [template.name, template.group]
    }
    expect(await shown('pt')).toEqual(['Pedido pago', 'Pedidos'])
    expect(await shown('pt_BR')).toEqual(['Pedido pago', 'Pedidos'])
    expect(await shown('pt-PT')).toEqual(['Pedido pago', 'Encomendas'])
    for (const locale of ['en', 'de_DE', null, 'constructor'])
      expect(await shown(locale)).toEqual(['Order paid', 'Orders'])
    await world.api('PUT', `/workflows/${_id}`, { name: 'Order done' })
    expect(await shown('pt')).toEqual(['Order done', 'Pedidos'])
    await world.api('PUT', `/workflows/${_id}`, { data: { translations: ['pt'] } })
    expect(await shown('pt')).toEqual(['Order done', 'Orders'])
  })

  it('name no channel but those that can reach people', async () => {
    const delay = { template: { type: 'delay' }, metadata: { type: 'regular', amount: 1, unit: 'minutes' } }
    await createWorkflow('Only waits', { steps: [delay] })
    expect((await get())[0].preference).toEqual({ enabled: true, channels: {}, overrides: [] })
  })

  it('change by channel, and the subscriber speaks last', async () => {
    const { _id } = await createWorkflow('Order paid')
    const { status, data } = await patch(`/${_id}`, { channel: { type: 'in_app', enabled: false } })
    expect(status).toBe(200)
    expect(data).toMatchObject({ template: { _id } })
    expect(data.preference).toEqual({
      enabled: true,
      channels: { in_app: false, email: true },
      overrides: [
        { channel: 'in_app', source: 'subscriber' },
        { channel: 'email', source: 'template' },
      ],
    })
    expect(await get()).toEqual([data])
    await patch(`/${_id}`, { channel: { type: 'email', enabled: false } })
    const back = await patch(`/${_id}`, { channel: { type: 'in_app', enabled: true } })
    expect(back.data.preference).toMatchObject({
      channels: { in_app: true, email: false },
      overrides: [{ source: 'subscriber' }, { source: 'subscriber' }],
    })
  })

  it('change as a whole, alone or with a channel', async () => {
    const { _id } = await createWorkflow('Order paid')
    const off = await patch(`/${_id}`, { enabled: false })
    expect(off.data.preference).toMatchObject({ enabled: false, channels: { in_app: true, email: true } })
    const on = await patch(`/${_id}`, { enabled: true, channel: { type: 'email', enabled: false } })
    expect(on.data.preference).toMatchObject({ enabled: true, channels: { in_app: true, email: false } })
  })

  it('are of one subscriber', async () => {
    const { _id } = await createWorkflow('Order paid')
    await patch(`/${_id}`, { enabled: false })
    const others = (await world.other.call('GET', '/widgets/preferences')).data
    expect(others[0].preference.enabled).toBe(true)
  })

  it('are refused for what is no workflow here', async () => {
    const elsewhere = await createTestEnvironment(test.deps)
    const foreign = await createWorkflow('Theirs', {}, callerOf(test, elsewhere.headers))
    const removed = await createWorkflow('Removed')
    await world.api('DELETE', `/workflows/${removed._id}`)
    expect((await patch('/x', { enabled: true })).status).toBe(400)
    for (const id of [createNotificationId(), foreign._id, removed._id])
      expect((await patch(`/${id}`, { enabled: true })).status).toBe(404)
  })

  it.each([
    {},
    { channel: null },
    { channel: { type: 'fax', enabled: true } },
    { channel: { type: 'email' } },
    { channel: { type: 'email', enabled: 'no' } },
    { enabled: 'no' },
  ])('are refused with %j, and stay', async (body) => {
    const { _id } = await createWorkflow('Order paid')
    await patch(`/${_id}`, { channel: { type: 'email', enabled: false } })
    const was = await get()
    expect((await patch(`/${_id}`, body)).status).toBe(400)
    expect(await get()).toEqual(was)
  })

  it('change with an API key too', async () => {
    const { _id } = await createWorkflow('Order paid')
    const { status, data } = await world.api('PATCH', `${base}/${_id}`, { channel: { type: 'email', enabled: false } })
    expect([status, data]).toEqual([200, (await get())[0]])
    expect(data.preference.channels).toEqual({ in_app: true, email: false })
  })

  it('know the levels template and global', async () => {
    expect((await world.inbox.call('GET', '/widgets/preferences/other')).status).toBe(400)
    expect((await world.api('GET', `${base}/other`)).status).toBe(400)
  })
})

describe('the global preference', () => {
  it('is a list of one, with everything on', async () => {
    const expected = [{ preference: { enabled: true, channels: allOn } }]
    expect(await get('/global')).toEqual(expected)
    expect((await world.api('GET', `${base}/global`)).data).toEqual(expected)
  })

  it('is answered alone when it is changed, and knows only the type', async () => {
    const preferences = [
      { channelType: 'sms', type: 'email', enabled: false },
      { type: 'in_app', enabled: false },
    ]
    const first = await patch('', { preferences })
    const channels = { ...allOn, email: false, in_app: false }
    expect([first.status, first.data]).toEqual([200, { preference: { enabled: true, channels } }])
    const second = await world.api('PATCH', base, { enabled: false })
    expect([second.status, second.data]).toEqual([200, { preference: { enabled: false, channels } }])
    expect(await get('/global')).toEqual([second.data])
    const other = await world.other.call('GET', '/widgets/preferences/global')
    expect(other.data).toEqual([{ preference: { enabled: true, channels: allOn } }])
  })

  it('leaves the ones by workflow alone', async () => {
    await createWorkflow('Order paid')
    const was = await get()
    await patch('', { enabled: false, preferences: [{ type: 'email', enabled: false }] })
    expect(await get()).toEqual(was)
  })

  it.each([
    {},
    { preferences: [{ type: 'fax', enabled: true }] },
    { preferences: [{ type: 'email' }] },
    { enabled: 1 },
  ])('is refused with %j', async (body) => {
    expect((await patch('', body)).status).toBe(400)
    expect((await get('/global'))[0].preference).toEqual({ enabled: true, channels: allOn })
  })
})

describe('what the engine asks', () => {
  it('is read for many subscribers at once', async () => {
    const [a, b] = [await createWorkflow('A'), await createWorkflow('B')]
    await patch(`/${a._id}`, { channel: { type: 'email', enabled: false } })
    await patch('', { enabled: false })
    await world.other.call('PATCH', `/widgets/preferences/${b._id}`, { enabled: false })
    const [one, two] = [world.inbox.subscriber.id, world.other.subscriber.id]
    const ctx = { ...systemCtx(test.deps, 'test'), environment: world.environment }
    const facts = await preferenceFacts(ctx, [
      { subscriberId: one, workflowId: a._id },
      { subscriberId: one, workflowId: b._id },
      { subscriberId: two, workflowId: b._id },
    ])
    const nothing = { email: null, sms: null, in_app: null, chat: null, push: null }
    const global = { ...nothing, enabled: false }
    expect(facts(one, a._id)).toMatchObject({ global, workflow: { ...nothing, enabled: null, email: false } })
    expect(facts(one, b._id)).toMatchObject({ global, workflow: null })
    expect(facts(two, b._id)).toMatchObject({ global: null, workflow: { ...nothing, enabled: false } })
    expect((await preferenceFacts(ctx, []))(one, a._id)).toMatchObject({ global: null, workflow: null })
    const elsewhere = { ...ctx, environment: (await createTestEnvironment(test.deps)).environment }
    const foreign = await preferenceFacts(elsewhere, [{ subscriberId: one, workflowId: a._id }])
    expect(foreign(one, a._id)).toMatchObject({ global: null, workflow: null })
  })
})
