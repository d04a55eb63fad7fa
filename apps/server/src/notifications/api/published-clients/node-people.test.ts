import {
  ButtonTypeEnum,
  ChannelTypeEnum,
  MarkMessagesAsEnum,
  MessageActionStatusEnum,
  Novu,
  PreferenceLevelEnum,
} from '@novu/node'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestEnvironment } from '#server/test/notifications.ts'
import {
  callsOf,
  createPerson,
  createWorkflow,
  feedOf,
  type Item,
  inApp,
  inboxOf,
  of,
  pageOf,
  refusalOf,
  startSdk,
  statusOf,
  unique,
  unknownId,
} from '#server/test/published-sdk.ts'

// The published 0.24 SDK for servers, unchanged, against the listening application: every method about people and what
// they are sent.

const called = new Set<string>()
const isOurs = (call: string) =>
  !call.includes('.') || /^(subscribers|events|topics|feeds|messages|executionDetails)\./.test(call)
type Sdk = Awaited<ReturnType<typeof startSdk>>
let novu: Sdk['novu']
let connect: Sdk['connect']
let server: Sdk['server']

beforeAll(async () => {
  ;({ novu, connect, server } = await startSdk(called))
})
afterAll(async () => server.stop())

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
    const { subscriberId } = await createPerson(novu)
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
    const { subscriberId } = await createPerson(novu)
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
    const { subscriberId } = await createPerson(novu)
    expect(await of(novu.subscribers.updateOnlineStatus(subscriberId, true))).toMatchObject({ isOnline: true })
    const offline = await of(novu.subscribers.updateOnlineStatus(subscriberId, false))
    expect(offline).toMatchObject({ isOnline: false, lastOnlineAt: expect.stringMatching(/Z$/) })
    expect(await refusalOf(novu.subscribers.updateOnlineStatus('nobody', true))).toBe(404)
  })

  test('have preferences', async () => {
    const { subscriberId } = await createPerson(novu)
    const { _id } = await createWorkflow(novu, [
      inApp('Hi'),
      { template: { type: 'email', subject: 'Hi', content: 'Hi' } },
    ])
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
    const { subscriberId } = await createPerson(novu)
    const action = { status: 'pending', buttons: [{ type: 'primary', content: 'Ok' }] }
    const workflow = await createWorkflow(novu, [inApp('Order {{number}}', { cta: { action } })])
    for (const number of [1, 2, 3]) {
      await novu.trigger(workflow.identifier, { to: subscriberId, payload: { number } })
      await inboxOf(novu, subscriberId, number)
    }
    const inbox = await feedOf(novu, subscriberId)
    expect(inbox.map(({ content }) => content)).toEqual(['Order 3', 'Order 2', 'Order 1'])
    const [third, second, first] = inbox.map(({ _id }) => _id) as [string, string, string]
    expect(await feedOf(novu, subscriberId, { payload: { number: 2 } })).toMatchObject([{ _id: second }])
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
    expect(await of(novu.subscribers.markAllMessagesAs(subscriberId, MarkMessagesAsEnum.READ))).toBe(2)
    expect(await unseen()).toBe(0)
    expect((await feedOf(novu, subscriberId, { read: true })).length).toBe(3)
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
    const workflow = await createWorkflow(novu, [inApp('Hello {{subscriber.firstName}}')])
    const [member, other, actor] = [await createPerson(novu), await createPerson(novu), await createPerson(novu)]
    const topicKey = unique('topic')
    await novu.topics.create({ key: topicKey, name: 'Everybody' })
    await novu.topics.addSubscribers(topicKey, { subscribers: [member, other, actor].map((one) => one.subscriberId) })
    const fresh = unique('person')
    const to = [member.subscriberId, { subscriberId: fresh, firstName: 'Nova' }, { type: 'Topic', topicKey }] as never
    const transactionId = unique('transaction')
    const sent = await novu.trigger(workflow.identifier, { to, payload: {}, transactionId, actor: actor.subscriberId })
    expect([sent.status, sent.data.data]).toEqual([201, { acknowledged: true, status: 'processed', transactionId }])
    for (const { subscriberId } of [member, other]) await inboxOf(novu, subscriberId, 1)
    expect(await inboxOf(novu, fresh, 1)).toMatchObject([{ content: 'Hello Nova', transactionId }])
    expect(await feedOf(novu, actor.subscriberId)).toEqual([])
  })

  test('of an unknown workflow are refused, of a resting one not processed', async () => {
    const payload = {}
    expect(await refusalOf(novu.trigger('unknown', { to: 'x', payload }))).toBe(422)
    expect(await refusalOf(novu.broadcast('unknown', { payload }))).toBe(422)
    const resting = await createWorkflow(novu, [inApp('x')], { active: false })
    expect(await of(novu.trigger(resting.identifier, { to: 'x', payload }))).toEqual({
      acknowledged: true,
      status: 'trigger_not_active',
    })
    const steady = await createWorkflow(novu, [inApp('x')])
    const tenant = { identifier: 'no such tenant' } as never
    const missing = await of(novu.trigger(steady.identifier, { to: 'x', payload, tenant }))
    expect(missing).toEqual({ acknowledged: true, status: 'no_tenant_found' })
  })

  test('come in bulk, each with its own answer', async () => {
    const workflow = await createWorkflow(novu, [inApp('Hi')])
    const { subscriberId } = await createPerson(novu)
    const event = { name: workflow.identifier, to: subscriberId, payload: {} }
    expect(await of(novu.bulkTrigger([event, { ...event, name: 'unknown' }, event]))).toMatchObject([
      { status: 'processed', transactionId: expect.any(String) },
      { acknowledged: true, status: 'error', error: [expect.any(String)] },
      { status: 'processed' },
    ])
    await inboxOf(novu, subscriberId, 2)
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
    const workflow = await createWorkflow(novu, [delay, inApp('Late')])
    const { subscriberId } = await createPerson(novu)
    const { transactionId } = await of<{ transactionId: string }>(
      novu.trigger(workflow.identifier, { to: subscriberId, payload: {} }),
    )
    await expect.poll(() => of(novu.events.cancel(transactionId))).toBe(true)
    expect(await of(novu.events.cancel(transactionId))).toBe(false)
  })

  test('are also called on their resource', async () => {
    const workflow = await createWorkflow(novu, [inApp('Hi')])
    const { subscriberId } = await createPerson(novu)
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
    const { subscriberId } = await createPerson(novu)
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

describe('feeds', () => {
  test('feeds group what the inbox shows', async () => {
    const name = unique('feed')
    const created = await novu.feeds.create(name)
    expect([created.status, created.data.data]).toMatchObject([201, { name, identifier: name }])
    expect(await refusalOf(novu.feeds.create(name))).toBe(409)
    const { _id } = created.data.data
    expect(await of(novu.feeds.get())).toEqual(expect.arrayContaining([expect.objectContaining({ _id })]))
    const workflow = await createWorkflow(novu, [inApp('In a feed', { feedId: _id }), inApp('Outside')])
    const { subscriberId } = await createPerson(novu)
    await novu.trigger(workflow.identifier, { to: subscriberId, payload: {} })
    await inboxOf(novu, subscriberId, 2)
    expect(await feedOf(novu, subscriberId, { feedIdentifier: name })).toMatchObject([
      { content: 'In a feed', _feedId: _id },
    ])
    const other = await of(novu.feeds.create(unique('feed')))
    const remaining = await of<Item[]>(novu.feeds.delete(other._id))
    expect(remaining.map((feed) => feed._id)).toContain(_id)
    expect(remaining.map((feed) => feed._id)).not.toContain(other._id)
  })
})

describe('messages and execution details', () => {
  test('are found by person, channel and transaction, and removed', async () => {
    const workflow = await createWorkflow(novu, [inApp('Hi')])
    const { subscriberId } = await createPerson(novu)
    const send = async () => {
      const sent = novu.trigger(workflow.identifier, { to: subscriberId, payload: {} })
      return (await of<{ transactionId: string }>(sent)).transactionId
    }
    const [one, two] = [await send(), await send()]
    await inboxOf(novu, subscriberId, 2)
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
    expect((await feedOf(novu, subscriberId)).length).toBe(1)
  })
})

test('nothing of it was left out', () => {
  const calls = callsOf(new Novu('key', { backendUrl: server.url }))
  expect([...called].filter(isOurs).sort()).toEqual(calls.filter(isOurs))
})
