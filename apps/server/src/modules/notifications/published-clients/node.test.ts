import {
  ButtonTypeEnum,
  ChannelTypeEnum,
  MarkMessagesAsEnum,
  MessageActionStatusEnum,
  Novu,
  PreferenceLevelEnum,
} from '@novu/node'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { notificationMembers } from '../../../db/schema/notifications.ts'
import {
  methodsOf,
  type NotificationServer,
  noteCalls,
  startNotificationServer,
} from '../../../test/notification-server.ts'
import { createTestEnvironment } from '../../../test/notifications.ts'
import { createNotificationId } from '../ids.ts'

// The published 0.24 SDK for servers, unchanged, against the listening application: every method that it has.

type World = Awaited<ReturnType<typeof createTestEnvironment>>
type Answer = { status: number; data: unknown }
type Item = Record<string, unknown> & { _id: string }

const called = new Set<string>()
const unknownId = 'f'.repeat(24)
let server: NotificationServer
let world: World
let novu: Novu

const resourcesOf = (sdk: Novu) =>
  Object.entries(sdk).filter(([name, value]) => !name.startsWith('_') && typeof value === 'object' && value !== null)

/** An SDK whose calls are noted. */
const connect = (apiKey: string): Novu => {
  const sdk = new Novu(apiKey, { backendUrl: server.url })
  for (const [name, resource] of resourcesOf(sdk))
    if (name !== 'domain') Reflect.set(sdk, name, noteCalls(resource as object, called, `${name}.`))
  return noteCalls(sdk, called)
}

beforeAll(async () => {
  server = await startNotificationServer()
  world = await createTestEnvironment(server.deps)
  novu = connect(world.apiKey)
})
afterAll(async () => server.stop())

/** What stands in the envelope of an answer. */
const of = async <T = Item>(call: Promise<Answer>): Promise<T> => ((await call).data as { data: T }).data
/** A page, which is no envelope. */
const pageOf = async (call: Promise<Answer>) => (await call).data as { data: Item[] } & Record<string, unknown>
const statusOf = async (call: Promise<Answer>) => (await call).status

type Refusal = { response: { status: number; data: { statusCode: number; message: unknown } } }
const refusalOf = async (call: Promise<unknown>): Promise<number> => {
  const reason = await call.then(
    () => Promise.reject(new Error('not refused')),
    (error: Refusal) => error,
  )
  expect(reason.response.data).toMatchObject({ statusCode: reason.response.status, message: expect.anything() })
  return reason.response.status
}

let count = 0
const unique = (name: string) => `${name}-${++count}`

const createGroup = async () => of(novu.notificationGroups.create(unique('group')))
const createWorkflow = async (steps: unknown[], fields: Record<string, unknown> = {}) => {
  const { _id: notificationGroupId } = await createGroup()
  const input = { name: unique('Workflow'), notificationGroupId, active: true, steps, ...fields }
  const workflow = await of(novu.notificationTemplates.create(input as never))
  const [trigger] = workflow['triggers'] as { identifier: string }[]
  return { ...workflow, identifier: trigger?.identifier ?? '' } as Item & { identifier: string }
}
const inApp = (content: string, more: Record<string, unknown> = {}) => ({
  template: { type: 'in_app', content, ...more },
})
const createPerson = async () => {
  const subscriberId = unique('person')
  const row = await of(novu.subscribers.identify(subscriberId, { firstName: 'Bia' }))
  return { subscriberId, _id: row._id }
}
const feedOf = async (subscriberId: string, query = {}) =>
  (await pageOf(novu.subscribers.getNotificationsFeed(subscriberId, query))).data

/** The inbox once it holds so many messages. */
const inboxOf = async (subscriberId: string, length: number) => {
  await expect.poll(async () => (await feedOf(subscriberId)).length, { timeout: 5000 }).toBe(length)
  return feedOf(subscriberId)
}

describe('subscribers', () => {
  test('are created, changed, listed and removed', async () => {
    const subscriberId = unique('person')
    const created = await novu.subscribers.identify(subscriberId, { firstName: 'Bia', email: 'bia@example.com' })
    expect(created.status).toBe(201)
    expect(created.data.data).toMatchObject({ subscriberId, firstName: 'Bia', email: 'bia@example.com', channels: [] })
    const again = await of(novu.subscribers.identify(subscriberId, { lastName: 'Luz' }))
    expect(again).toMatchObject({ _id: created.data.data._id, firstName: 'Bia', lastName: 'Luz' })
    expect(await of(novu.subscribers.update(subscriberId, { firstName: 'Ana' }))).toMatchObject({ firstName: 'Ana' })
    expect(await of(novu.subscribers.get(subscriberId))).toMatchObject({ firstName: 'Ana', lastName: 'Luz' })
    const page = await pageOf(novu.subscribers.list(0, 1))
    expect(page).toMatchObject({ page: 0, pageSize: 1, data: [{ subscriberId: expect.any(String) }] })
    const gone = { acknowledged: true, status: 'deleted' }
    expect(await of(novu.subscribers.delete(subscriberId))).toEqual(gone)
    expect(await refusalOf(novu.subscribers.delete(subscriberId))).toBe(404)
    expect(await refusalOf(novu.subscribers.get(subscriberId))).toBe(404)
    expect(await refusalOf(novu.subscribers.update(subscriberId, { firstName: 'x' }))).toBe(400)
    expect(await refusalOf(novu.subscribers.identify(subscriberId, { email: 'no address' }))).toBe(400)
    expect(await refusalOf(novu.subscribers.list(0, 101))).toBe(400)
  })

  test('are created many at a time', async () => {
    const { subscriberId } = await createPerson()
    const fresh = unique('person')
    const list = [
      { subscriberId, firstName: 'x' },
      { subscriberId: fresh },
      { subscriberId: 'bad', email: 'no address' },
    ]
    expect(await of(novu.subscribers.bulkCreate(list))).toEqual({
      updated: [{ subscriberId }],
      created: [{ subscriberId: fresh }],
      failed: [{ subscriberId: 'bad', message: expect.any(String) }],
    })
    expect(await refusalOf(novu.subscribers.bulkCreate([]))).toBe(400)
  })

  test('have credentials with providers', async () => {
    const { subscriberId } = await createPerson()
    const set = (tokens: string[], identifier?: string) =>
      of(novu.subscribers.setCredentials(subscriberId, 'push-webhook', { deviceTokens: tokens }, identifier))
    expect(await refusalOf(set(['one']))).toBe(400)
    const identifier = unique('push')
    const push = {
      channel: ChannelTypeEnum.PUSH,
      active: true,
      check: false,
      credentials: { webhookUrl: 'https://push.example/hook', secretKey: 'secret' },
      identifier,
    }
    const { _id } = await of(novu.integrations.create('push-webhook', push))
    const channel = (deviceTokens: string[]) => ({
      providerId: 'push-webhook',
      _integrationId: _id,
      credentials: { deviceTokens },
    })
    expect(await set(['one', 'two'])).toMatchObject({ channels: [channel(['one', 'two'])] })
    expect(await set(['three'], identifier)).toMatchObject({ channels: [channel(['three'])] })
    expect(await refusalOf(set(['x'], 'another'))).toBe(400)
    await novu.subscribers.unsetCredentials(subscriberId, 'push-webhook')
    expect(await of(novu.subscribers.get(subscriberId))).toMatchObject({ channels: [channel([])] })
    expect(await statusOf(novu.subscribers.deleteCredentials(subscriberId, 'push-webhook'))).toBe(204)
    expect(await of(novu.subscribers.get(subscriberId))).toMatchObject({ channels: [] })
  })

  test('are said to be online', async () => {
    const { subscriberId } = await createPerson()
    expect(await of(novu.subscribers.updateOnlineStatus(subscriberId, true))).toMatchObject({ isOnline: true })
    const offline = await of(novu.subscribers.updateOnlineStatus(subscriberId, false))
    expect(offline).toMatchObject({ isOnline: false, lastOnlineAt: expect.stringMatching(/Z$/) })
    expect(await refusalOf(novu.subscribers.updateOnlineStatus('nobody', true))).toBe(404)
  })

  test('have preferences', async () => {
    const { subscriberId } = await createPerson()
    const { _id } = await createWorkflow([inApp('Hi'), { template: { type: 'email', subject: 'Hi', content: 'Hi' } }])
    const own = (list: { template: Item }[]) => list.find(({ template }) => template._id === _id)
    const initial = { preference: { enabled: true, channels: { in_app: true, email: true } } }
    expect(own(await of(novu.subscribers.getPreference(subscriberId)))).toMatchObject(initial)
    const off = { channel: { type: ChannelTypeEnum.EMAIL, enabled: false } }
    const changed = { template: { _id }, preference: { channels: { in_app: true, email: false } } }
    expect(await of(novu.subscribers.updatePreference(subscriberId, _id, off))).toMatchObject(changed)
    const byLevel = await of<{ template: Item }[]>(
      novu.subscribers.getPreferenceByLevel(subscriberId, PreferenceLevelEnum.TEMPLATE),
    )
    expect(own(byLevel)).toMatchObject(changed)
    expect(await refusalOf(novu.subscribers.updatePreference(subscriberId, unknownId, off))).toBe(404)
    expect(await refusalOf(novu.subscribers.updatePreference(subscriberId, 'no-id', off))).toBe(400)
    expect(await refusalOf(novu.subscribers.updatePreference(subscriberId, _id, {}))).toBe(400)
    const all = { email: true, sms: true, in_app: true, chat: true, push: true }
    const general = [{ preference: { enabled: true, channels: all } }]
    expect(await of(novu.subscribers.getGlobalPreference(subscriberId))).toEqual(general)
    const change = { enabled: true, preferences: [{ type: ChannelTypeEnum.SMS, enabled: false }] }
    expect(await of(novu.subscribers.updateGlobalPreference(subscriberId, change))).toEqual({
      preference: { enabled: true, channels: { ...all, sms: false } },
    })
    expect(await refusalOf(novu.subscribers.getPreference('nobody'))).toBe(404)
  })

  test('have an inbox', async () => {
    const { subscriberId } = await createPerson()
    const action = { status: 'pending', buttons: [{ type: 'primary', content: 'Ok' }] }
    const workflow = await createWorkflow([inApp('Order {{number}}', { cta: { action } })])
    for (const number of [1, 2, 3]) {
      await novu.trigger(workflow.identifier, { to: subscriberId, payload: { number } })
      await inboxOf(subscriberId, number)
    }
    const inbox = await feedOf(subscriberId)
    expect(inbox.map(({ content }) => content)).toEqual(['Order 3', 'Order 2', 'Order 1'])
    const [third, second, first] = inbox.map(({ _id }) => _id) as [string, string, string]
    expect(await feedOf(subscriberId, { payload: { number: 2 } })).toMatchObject([{ _id: second }])
    expect(await pageOf(novu.subscribers.getNotificationsFeed(subscriberId, { page: 1, limit: 2 }))).toMatchObject({
      page: 1,
      pageSize: 2,
      totalCount: 3,
      hasMore: false,
      data: [{ _id: first }],
    })
    const unseen = async () => (await of<{ count: number }>(novu.subscribers.getUnseenCount(subscriberId, false))).count
    expect(await unseen()).toBe(3)
    expect(await of(novu.subscribers.markMessageSeen(subscriberId, first))).toMatchObject([{ seen: true, read: false }])
    expect(await of(novu.subscribers.markMessageRead(subscriberId, second))).toMatchObject([
      { seen: false, read: true },
    ])
    const mark = { seen: true, read: true }
    expect(await of(novu.subscribers.markMessageAs(subscriberId, third, mark))).toMatchObject([{ _id: third, ...mark }])
    expect(await unseen()).toBe(1)
    expect(await of(novu.subscribers.markAllMessagesAs(subscriberId, MarkMessagesAsEnum.READ))).toBe(1)
    expect((await feedOf(subscriberId, { read: true })).length).toBe(3)
    expect(await of(novu.subscribers.markAllMessagesAs(subscriberId, MarkMessagesAsEnum.UNREAD, 'unknown'))).toBe(0)
    const data = { status: MessageActionStatusEnum.DONE, payload: { by: 'sdk' } }
    const acted = await of(novu.subscribers.markMessageActionSeen(subscriberId, first, ButtonTypeEnum.PRIMARY, data))
    expect(acted).toMatchObject({
      cta: { action: { status: 'done', result: { type: 'primary', payload: { by: 'sdk' } } } },
    })
    const absent = novu.subscribers.markMessageActionSeen(subscriberId, unknownId, ButtonTypeEnum.PRIMARY, data)
    expect(await refusalOf(absent)).toBe(404)
    expect(await refusalOf(novu.subscribers.getNotificationsFeed('nobody', {}))).toBe(404)
  })
})

describe('events', () => {
  test('reach subscribers named by id, by profile and by topic, once each', async () => {
    const workflow = await createWorkflow([inApp('Hello {{subscriber.firstName}}')])
    const [member, other, actor] = [await createPerson(), await createPerson(), await createPerson()]
    const topicKey = unique('topic')
    await novu.topics.create({ key: topicKey, name: 'Everybody' })
    await novu.topics.addSubscribers(topicKey, { subscribers: [member, other, actor].map((one) => one.subscriberId) })
    const fresh = unique('person')
    const to = [member.subscriberId, { subscriberId: fresh, firstName: 'Nova' }, { type: 'Topic', topicKey }] as never
    const transactionId = unique('transaction')
    const sent = await novu.trigger(workflow.identifier, { to, payload: {}, transactionId, actor: actor.subscriberId })
    expect([sent.status, sent.data.data]).toEqual([201, { acknowledged: true, status: 'processed', transactionId }])
    for (const { subscriberId } of [member, other]) await inboxOf(subscriberId, 1)
    expect(await inboxOf(fresh, 1)).toMatchObject([{ content: 'Hello Nova', transactionId }])
    expect(await feedOf(actor.subscriberId)).toEqual([])
  })

  test('of an unknown workflow are refused, of a resting one not processed', async () => {
    const payload = {}
    expect(await refusalOf(novu.trigger('unknown', { to: 'x', payload }))).toBe(422)
    expect(await refusalOf(novu.broadcast('unknown', { payload }))).toBe(422)
    const resting = await createWorkflow([inApp('x')], { active: false })
    expect(await of(novu.trigger(resting.identifier, { to: 'x', payload }))).toEqual({
      acknowledged: true,
      status: 'trigger_not_active',
    })
    const steady = await createWorkflow([inApp('x')])
    const tenant = { identifier: 'no such tenant' } as never
    const missing = await of(novu.trigger(steady.identifier, { to: 'x', payload, tenant }))
    expect(missing).toEqual({ acknowledged: true, status: 'no_tenant_found' })
  })

  test('come in bulk, each with its own answer', async () => {
    const workflow = await createWorkflow([inApp('Hi')])
    const { subscriberId } = await createPerson()
    const event = { name: workflow.identifier, to: subscriberId, payload: {} }
    expect(await of(novu.bulkTrigger([event, { ...event, name: 'unknown' }, event]))).toMatchObject([
      { status: 'processed', transactionId: expect.any(String) },
      { acknowledged: true, status: 'error', error: [expect.any(String)] },
      { status: 'processed' },
    ])
    await inboxOf(subscriberId, 2)
    expect(await refusalOf(novu.bulkTrigger([]))).toBe(400)
  })

  test('go to everybody', async () => {
    const own = await createTestEnvironment(server.deps)
    const sdk = connect(own.apiKey)
    const [group] = await of<Item[]>(sdk.notificationGroups.get())
    const input = { name: 'All', notificationGroupId: group?._id, active: true, steps: [inApp('All {{n}}')] }
    await sdk.notificationTemplates.create(input as never)
    for (const subscriberId of ['a', 'b']) await sdk.subscribers.identify(subscriberId, {})
    expect(await of(sdk.broadcast('all', { payload: { n: 1 } }))).toMatchObject({ status: 'processed' })
    for (const subscriberId of ['a', 'b']) {
      const inbox = async () => (await pageOf(sdk.subscribers.getNotificationsFeed(subscriberId, {}))).data
      await expect.poll(inbox).toMatchObject([{ content: 'All 1' }])
    }
  })

  test('that wait can be cancelled', async () => {
    const delay = { template: { type: 'delay' }, metadata: { type: 'regular', amount: 5, unit: 'hours' } }
    const workflow = await createWorkflow([delay, inApp('Late')])
    const { subscriberId } = await createPerson()
    const { transactionId } = await of<{ transactionId: string }>(
      novu.trigger(workflow.identifier, { to: subscriberId, payload: {} }),
    )
    await expect.poll(() => of(novu.events.cancel(transactionId))).toBe(true)
    expect(await of(novu.events.cancel(transactionId))).toBe(false)
  })

  test('are also called on their resource', async () => {
    const workflow = await createWorkflow([inApp('Hi')])
    const { subscriberId } = await createPerson()
    const { identifier: name } = workflow
    expect(await of(novu.events.trigger(name, { to: subscriberId, payload: {} }))).toMatchObject({
      status: 'processed',
    })
    expect(await of(novu.events.bulkTrigger([{ name, to: subscriberId, payload: {} }]))).toMatchObject([
      { status: 'processed' },
    ])
    expect(await of(novu.events.broadcast(name, { payload: {} }))).toMatchObject({ status: 'processed' })
  })
})

describe('topics', () => {
  test('have members', async () => {
    const key = unique('topic')
    const { subscriberId } = await createPerson()
    const created = await novu.topics.create({ key, name: 'Readers' })
    expect([created.status, created.data.data]).toEqual([201, { _id: expect.any(String), key }])
    expect(await refusalOf(novu.topics.create({ key, name: 'Again' }))).toBe(409)
    const added = await novu.topics.addSubscribers(key, { subscribers: [subscriberId, 'nobody'] })
    expect([added.status, added.data.data]).toEqual([
      200,
      { succeeded: [subscriberId], failed: { notFound: ['nobody'] } },
    ])
    const member = { topicKey: key, externalSubscriberId: subscriberId }
    expect(await of(novu.topics.checkSubscriber(key, subscriberId))).toMatchObject(member)
    expect(await of(novu.topics.getSubscriber(key, subscriberId))).toMatchObject(member)
    expect(await refusalOf(novu.topics.checkSubscriber(key, 'nobody'))).toBe(404)
    expect(await of(novu.topics.rename(key, 'Writers'))).toMatchObject({ key, name: 'Writers' })
    expect(await of(novu.topics.get(key))).toMatchObject({ key, name: 'Writers', subscribers: [subscriberId] })
    expect(await pageOf(novu.topics.list({ page: 0, pageSize: 10, key }))).toMatchObject({
      page: 0,
      pageSize: 10,
      totalCount: 1,
      data: [{ key }],
    })
    expect(await refusalOf(novu.topics.delete(key))).toBe(409)
    expect(await statusOf(novu.topics.removeSubscribers(key, { subscribers: [subscriberId] }))).toBe(204)
    expect(await statusOf(novu.topics.delete(key))).toBe(204)
    expect(await refusalOf(novu.topics.get(key))).toBe(404)
  })
})

describe('tenants', () => {
  test('are kept, and change workflows', async () => {
    const identifier = unique('tenant')
    const created = await novu.tenants.create(identifier, { name: 'Acme', data: { plan: 'gold' } })
    expect([created.status, created.data.data]).toMatchObject([
      201,
      { identifier, name: 'Acme', data: { plan: 'gold' } },
    ])
    expect(await refusalOf(novu.tenants.create(identifier, { name: 'Again' }))).toBe(409)
    expect(await of(novu.tenants.update(identifier, { name: 'Acme Ltd' }))).toMatchObject({ name: 'Acme Ltd' })
    const tenant = await of(novu.tenants.get(identifier))
    expect(tenant).toMatchObject({ identifier, name: 'Acme Ltd' })
    expect(await pageOf(novu.tenants.list({ page: 0, limit: 100 }))).toMatchObject({
      page: 0,
      pageSize: 100,
      hasMore: false,
    })

    const workflow = await createWorkflow([inApp('Hi')])
    const pair = { workflowId: workflow._id, tenantId: tenant._id }
    const override = await of(novu.workflowOverrides.create({ ...pair, active: false }))
    expect(override).toMatchObject({ active: false, preferenceSettings: { email: true } })
    const trigger = () => of(novu.trigger(workflow.identifier, { to: 'x', payload: {}, tenant: identifier }))
    expect(await trigger()).toMatchObject({ status: 'trigger_not_active' })
    const byPair = await of(novu.workflowOverrides.getOneByTenantIdandWorkflowId(workflow._id, tenant._id))
    expect(byPair._id).toBe(override._id)
    const active = novu.workflowOverrides.updateOneByTenantIdandWorkflowId(workflow._id, tenant._id, { active: true })
    expect(await of(active)).toMatchObject({ active: true })
    expect(await trigger()).toMatchObject({ status: 'processed' })
    expect(await of(novu.workflowOverrides.updateOneById(override._id, { active: false }))).toMatchObject({
      active: false,
    })
    expect(await of(novu.workflowOverrides.getOneById(override._id))).toMatchObject({ active: false })
    expect(await pageOf(novu.workflowOverrides.list(0, 10))).toMatchObject({
      hasMore: false,
      data: [{ _id: override._id }],
    })
    expect(await of(novu.workflowOverrides.delete(override._id))).toBe(true)
    expect(await refusalOf(novu.workflowOverrides.getOneById(override._id))).toBe(404)

    expect(await statusOf(novu.tenants.delete(identifier))).toBe(204)
    expect(await refusalOf(novu.tenants.get(identifier))).toBe(404)
  })
})

describe('workflows', () => {
  test('are written, found, switched and removed, with their groups', async () => {
    const group = await createGroup()
    expect(await of<Item[]>(novu.notificationGroups.get())).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ name: 'General' }),
        expect.objectContaining({ _id: group._id }),
      ]),
    )
    expect(await of(novu.notificationGroups.update(group._id, { name: 'Renamed' }))).toMatchObject({ name: 'Renamed' })
    expect(await of(novu.notificationGroups.getOne(group._id))).toMatchObject({ name: 'Renamed' })
    const input = {
      name: unique('Flow'),
      notificationGroupId: group._id,
      steps: [inApp('{{name}} for {{count}}')] as never,
    }
    const created = await novu.notificationTemplates.create(input)
    expect(created.status).toBe(201)
    const workflow = created.data.data
    const variables = [
      { name: 'name', type: 'String' },
      { name: 'count', type: 'String' },
    ]
    expect(workflow).toMatchObject({
      name: input.name,
      active: false,
      draft: true,
      triggers: [{ type: 'event', variables }],
    })
    const changes = { ...input, name: 'Other', tags: ['news'] }
    const updated = await of(novu.notificationTemplates.update(workflow._id, changes))
    expect(updated).toMatchObject({
      name: 'Other',
      tags: ['news'],
      triggers: [{ identifier: workflow.triggers[0].identifier }],
    })
    expect(await of(novu.notificationTemplates.updateStatus(workflow._id, true))).toMatchObject({
      active: true,
      draft: false,
    })
    expect(await of(novu.notificationTemplates.getOne(workflow._id))).toMatchObject({ name: 'Other', active: true })
    expect(await pageOf(novu.notificationTemplates.getAll(0, 100))).toMatchObject({
      page: 0,
      pageSize: 100,
      totalCount: expect.any(Number),
      data: expect.arrayContaining([expect.objectContaining({ _id: workflow._id })]),
    })
    expect(await of(novu.notificationTemplates.delete(workflow._id))).toBe(true)
    expect(await refusalOf(novu.notificationTemplates.getOne(workflow._id))).toBe(404)
    expect(await refusalOf(novu.notificationTemplates.create({ ...input, name: '' }))).toBe(400)
    expect(await of(novu.notificationGroups.delete(group._id))).toEqual({ acknowledged: true, status: 'deleted' })
    expect(await refusalOf(novu.notificationGroups.getOne(group._id))).toBe(404)
  })

  test('are not written in a promoted environment, but promoted to it', async () => {
    const own = await createTestEnvironment(server.deps)
    const [root, promoted] = [connect(own.apiKey), connect(own.production.apiKey)]
    const [group] = await of<Item[]>(root.notificationGroups.get())
    const input = {
      name: 'Promoted',
      notificationGroupId: group?._id ?? '',
      active: true,
      steps: [inApp('Hi')] as never,
    }
    expect(await refusalOf(promoted.notificationTemplates.create(input))).toBe(401)
    await root.feeds.create('news')
    await root.notificationTemplates.create(input)
    const waiting = await of<number>(root.changes.getCount())
    const { data: changes } = await pageOf(root.changes.get({ promoted: false, page: 0, limit: 100 }))
    expect([changes.length, waiting > 1]).toEqual([waiting, true])
    const [one, ...others] = changes.map(({ _id }) => _id)
    expect(await statusOf(root.changes.applyOne(one ?? ''))).toBe(201)
    if (others.length > 0) expect(await statusOf(root.changes.applyMany(others))).toBe(201)
    expect(await of(root.changes.getCount())).toBe(0)
    expect((await pageOf(promoted.notificationTemplates.getAll())).data).toMatchObject([
      { name: 'Promoted', active: true },
    ])
    expect(await refusalOf(root.changes.applyOne(unknownId))).toBe(404)
  })
})

describe('feeds and layouts', () => {
  test('feeds group what the inbox shows', async () => {
    const name = unique('feed')
    const created = await novu.feeds.create(name)
    expect([created.status, created.data.data]).toMatchObject([201, { name, identifier: name }])
    expect(await refusalOf(novu.feeds.create(name))).toBe(409)
    const { _id } = created.data.data
    expect(await of(novu.feeds.get())).toEqual(expect.arrayContaining([expect.objectContaining({ _id })]))
    const workflow = await createWorkflow([inApp('In a feed', { feedId: _id }), inApp('Outside')])
    const { subscriberId } = await createPerson()
    await novu.trigger(workflow.identifier, { to: subscriberId, payload: {} })
    await inboxOf(subscriberId, 2)
    expect(await feedOf(subscriberId, { feedIdentifier: name })).toMatchObject([{ content: 'In a feed', _feedId: _id }])
    const other = await of(novu.feeds.create(unique('feed')))
    const remaining = await of<Item[]>(novu.feeds.delete(other._id))
    expect(remaining.map((feed) => feed._id)).toContain(_id)
    expect(remaining.map((feed) => feed._id)).not.toContain(other._id)
  })

  test('layouts stand around mails, one of them by default', async () => {
    const layout = {
      name: 'Plain',
      identifier: unique('layout'),
      description: '',
      content: '<p>{{{body}}}</p>',
      variables: [],
    }
    const created = await novu.layouts.create({ ...layout, isDefault: true } as never)
    expect([created.status, created.data.data]).toEqual([201, { _id: expect.any(String) }])
    const { _id } = created.data.data
    expect(await refusalOf(novu.layouts.create(layout as never))).toBe(409)
    const bad = { ...layout, identifier: unique('layout'), content: 'no body' }
    expect(await refusalOf(novu.layouts.create(bad as never))).toBe(400)
    const second = await of(novu.layouts.create({ ...layout, identifier: unique('layout') } as never))
    expect(await of(novu.layouts.get(_id))).toMatchObject({ _id, name: 'Plain', isDefault: true })
    expect(await of(novu.layouts.update(_id, { name: 'Fancy' } as never))).toMatchObject({ name: 'Fancy' })
    expect(
      await pageOf(novu.layouts.list({ page: 0, pageSize: 10, sortBy: 'createdAt', orderBy: -1 } as never)),
    ).toMatchObject({
      page: 0,
      pageSize: 10,
      totalCount: expect.any(Number),
    })
    expect(await statusOf(novu.layouts.setDefault(second._id))).toBe(204)
    expect(await of(novu.layouts.get(_id))).toMatchObject({ isDefault: false })
    expect(await refusalOf(novu.layouts.delete(second._id))).toBe(409)
    expect(await statusOf(novu.layouts.delete(_id))).toBe(204)
  })
})

describe('messages and execution details', () => {
  test('are found by person, channel and transaction, and removed', async () => {
    const workflow = await createWorkflow([inApp('Hi')])
    const { subscriberId } = await createPerson()
    const send = async () => {
      const sent = novu.trigger(workflow.identifier, { to: subscriberId, payload: {} })
      return (await of<{ transactionId: string }>(sent)).transactionId
    }
    const [one, two] = [await send(), await send()]
    await inboxOf(subscriberId, 2)
    const filter = { subscriberId, channel: ChannelTypeEnum.IN_APP, page: 0, limit: 10 }
    const page = await pageOf(novu.messages.list(filter as never))
    expect(page).toMatchObject({ page: 0, pageSize: 10, hasMore: false })
    expect(page.data.map(({ transactionId }) => transactionId).sort()).toEqual([one, two].sort())
    const byTransaction = await pageOf(novu.messages.list({ subscriberId, transactionIds: [one] } as never))
    expect(byTransaction.data).toMatchObject([{ transactionId: one, channel: 'in_app', content: 'Hi' }])
    expect(await refusalOf(novu.messages.list({ limit: 1001 } as never))).toBe(400)
    const { _id, _notificationId } = byTransaction.data[0] as Item & { _notificationId: string }
    const details = await of<Item[]>(novu.executionDetails.get({ notificationId: _notificationId, subscriberId }))
    expect(details).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ status: 'Success', detail: expect.any(String), _jobId: expect.any(String) }),
      ]),
    )
    expect(await of(novu.messages.deleteById(_id))).toEqual({ acknowledged: true, status: 'deleted' })
    expect(await refusalOf(novu.messages.deleteById(_id))).toBe(404)
    expect((await feedOf(subscriberId)).length).toBe(1)
  })
})

describe('integrations', () => {
  test('are connected, changed and removed', async () => {
    const smtp = { channel: ChannelTypeEnum.EMAIL, name: 'Mail', check: false, active: true }
    const credentials = { host: 'mail.example', port: 25, from: 'a@example.com', senderName: 'A' }
    const created = await novu.integrations.create('nodemailer', { ...smtp, credentials } as never)
    expect([created.status, created.data.data]).toMatchObject([
      201,
      { providerId: 'nodemailer', active: true, credentials },
    ])
    const { _id, identifier } = created.data.data
    expect(await refusalOf(novu.integrations.create('nodemailer', { ...smtp, identifier, credentials } as never))).toBe(
      409,
    )
    expect(await refusalOf(novu.integrations.create('novu', { channel: ChannelTypeEnum.IN_APP, check: false }))).toBe(
      400,
    )
    const all = await of<Item[]>(novu.integrations.getAll())
    expect(all.map((item) => item._id)).toContain(_id)
    const second = await of(novu.integrations.create('nodemailer', { ...smtp, name: 'Second', credentials } as never))
    expect(await of(novu.integrations.setIntegrationAsPrimary(second._id))).toMatchObject({
      _id: second._id,
      primary: true,
    })
    expect(await of(novu.integrations.update(_id, { active: false, check: false }))).toMatchObject({
      _id,
      active: false,
    })
    const active = await of<Item[]>(novu.integrations.getActive())
    expect(active.map((item) => item._id)).not.toContain(_id)
    expect(await of(novu.integrations.getWebhookProviderStatus('nodemailer'))).toBe(false)
    const remaining = await of<Item[]>(novu.integrations.delete(_id))
    expect(remaining.map((item) => item._id)).not.toContain(_id)
    expect(remaining.map((item) => item._id)).toContain(second._id)
    expect(await refusalOf(novu.integrations.getInAppStatus())).toBe(401)
  })
})

describe('the environment and the organisation', () => {
  test('are read, and looks and people changed', async () => {
    const own = await createTestEnvironment(server.deps)
    const sdk = connect(own.apiKey)
    const { environment } = own
    expect(await of(sdk.environments.getCurrent())).toMatchObject({ _id: environment.id, identifier: own.identifier })
    const all = await of<(Item & { apiKeys: unknown[] })[]>(sdk.environments.getAll())
    expect(all.map(({ _id, apiKeys }) => [_id, apiKeys.length])).toEqual(
      expect.arrayContaining([
        [environment.id, 1],
        [own.production.environment.id, 0],
      ]),
    )
    expect(await refusalOf(sdk.environments.create({ name: 'Third' }))).toBe(401)
    expect(await refusalOf(sdk.environments.updateOne(environment.id, { name: 'Other' }))).toBe(401)
    expect(await of(sdk.inboundParse.getMxStatus())).toEqual({ mxRecordConfigured: false })

    expect(await of(sdk.organizations.getCurrent())).toMatchObject({ name: 'Test organisation' })
    expect(await of(sdk.organizations.list())).toMatchObject([{ name: 'Test organisation' }])
    expect(await of(sdk.organizations.rename({ name: 'Renamed' }))).toMatchObject({ name: 'Renamed' })
    expect(await refusalOf(sdk.organizations.create({ name: 'Another' } as never))).toBe(401)
    const looks = {
      color: '#ff0000',
      logo: 'https://shop.example/logo.png',
      fontColor: '#000000',
      contentBackground: '#ffffff',
      fontFamily: 'Inter',
    }
    expect(await of(sdk.organizations.updateBranding(looks as never))).toMatchObject(looks)
    const [id, other] = [createNotificationId(), createNotificationId()]
    const member = { organizationId: environment.organizationId, role: 'admin' as const }
    await server.deps.database.db.insert(notificationMembers).values([
      { ...member, id, userId: 'one' },
      { ...member, id: other, userId: 'other' },
    ])
    const members = await of<Item[]>(sdk.organizations.getMembers())
    expect(members).toEqual(expect.arrayContaining([expect.objectContaining({ _id: id, roles: ['admin'] })]))
    expect(await of(sdk.organizations.updateMemberRole(id, { role: 'member' } as never))).toMatchObject({
      roles: ['member'],
    })
    await sdk.organizations.removeMember(id)
    expect((await of<Item[]>(sdk.organizations.getMembers())).map(({ _id }) => _id)).not.toContain(id)
    expect(await refusalOf(sdk.organizations.removeMember(id))).toBe(404)

    expect(await of(sdk.environments.getApiKeys())).toMatchObject([{ key: own.apiKey }])
    const [renewed] = await of<{ key: string }[]>(sdk.environments.regenerateApiKeys())
    expect(renewed?.key).not.toBe(own.apiKey)
    expect(await refusalOf(sdk.environments.getCurrent())).toBe(401)
    expect(await of(connect(renewed?.key ?? '').environments.getCurrent())).toMatchObject({ _id: environment.id })
  })

  test('are closed to a wrong key', async () => {
    expect(await refusalOf(connect('wrong').subscribers.list(0, 10))).toBe(401)
  })
})

test('nothing of the SDK was left out', () => {
  const sdk = new Novu('key', { backendUrl: server.url })
  const resources = resourcesOf(sdk).flatMap(([name, resource]) =>
    methodsOf(resource as object)
      .filter((method) => method !== 'http')
      .map((method) => `${name}.${method}`),
  )
  const own = methodsOf(sdk).filter((name) => !['http', 'buildBackendUrl'].includes(name))
  expect([...called].sort()).toEqual([...resources, ...own].sort())
})
