import { createHmac } from 'node:crypto'
import { ApiService } from '@novu/client'
import { ButtonTypeEnum, ChannelTypeEnum, MessageActionStatusEnum, Novu } from '@novu/node'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { notificationMessages } from '#server/db/schema/notifications/messages.ts'
import { findSubscriber } from '#server/notifications/audience/subscribers/queries.ts'
import {
  methodsOf,
  type NotificationServer,
  noteCalls,
  startNotificationServer,
} from '#server/test/notification-server.ts'
import { createTestEnvironment, createTestMessage } from '#server/test/notifications.ts'

// The API client of the published 0.24 widget, unchanged, against the listening application.

type Service = InstanceType<typeof ApiService>
type World = Awaited<ReturnType<typeof createTestEnvironment>>
type Fields = Partial<typeof notificationMessages.$inferInsert>

let server: NotificationServer
let world: World
const called = new Set<string>()

beforeAll(async () => {
  server = await startNotificationServer()
  world = await createTestEnvironment(server.deps)
})
afterAll(async () => server.stop())

const serviceOf = (): Service => noteCalls(new ApiService(server.url), called)

let people = 0
/** A person with an open widget. */
const createPerson = async () => {
  const subscriberId = `person-${++people}`
  const api = serviceOf()
  const session = await api.initializeSession(world.identifier, subscriberId)
  api.setAuthorizationToken(session.token)
  const row = await findSubscriber({ db: server.deps.database.db }, world.environment.id, subscriberId)
  if (!row) throw new Error('no subscriber')
  return { api, row, profile: session.profile, subscriberId }
}

type Person = Awaited<ReturnType<typeof createPerson>>
const give = (person: Person, fields: Fields = {}) =>
  createTestMessage(server.deps, world.environment, person.row, fields)
const feedOf = async ({ api }: Person, query = {}) =>
  (await api.getNotificationsList(0, query)) as unknown as { data: { _id: string; seen: boolean; read: boolean }[] }
const idsOf = async (person: Person, query = {}) => (await feedOf(person, query)).data.map(({ _id }) => _id)

type Refusal = { response: { status: number; data: { statusCode: number; message: unknown } } }
const refusalOf = async (call: Promise<unknown>) => {
  const error = await call.then(
    () => Promise.reject(new Error('not refused')),
    (reason: Refusal) => reason,
  )
  expect(error.response.data.statusCode).toBe(error.response.status)
  expect(error.response.data.message).toBeTruthy()
  return error.response.status
}

describe('the session', () => {
  test('of a subscriber is theirs each time it starts', async () => {
    const { profile, subscriberId } = await createPerson()
    const again = await serviceOf().initializeSession(world.identifier, subscriberId)
    expect(profile._id).toMatch(/^[0-9a-f]{24}$/)
    expect(again.profile._id).toBe(profile._id)
  })

  test('is refused to an unknown application', async () => {
    expect(await refusalOf(serviceOf().initializeSession('unknown', 'bia'))).toBe(400)
  })

  test('needs the hash where the application asks for it', async () => {
    const { identifier, apiKey } = await createTestEnvironment(server.deps, { hmac: true })
    const hash = (key: string) => createHmac('sha256', key).update('bia').digest('hex')
    const api = serviceOf()
    expect(await refusalOf(api.initializeSession(identifier, 'bia'))).toBe(400)
    expect(await refusalOf(api.initializeSession(identifier, 'bia', hash('another key')))).toBe(400)
    expect((await api.initializeSession(identifier, 'bia', hash(apiKey))).token).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/)
  })

  test('ends with its token', async () => {
    const { api } = await createPerson()
    expect(await api.getUnseenCount()).toEqual({ count: 0 })
    api.disposeAuthorizationToken()
    expect(await refusalOf(api.getUnseenCount())).toBe(401)
  })
})

describe('reading', () => {
  test('the feed comes in pages, newest first, by flags, feeds and payload', async () => {
    const person = await createPerson()
    const { data: created } = (
      await new Novu(world.apiKey, { backendUrl: server.url }).feeds.create(`orders-${people}`)
    ).data as { data: { _id: string; identifier: string } }
    const messages = []
    for (let n = 0; n < 12; n++) {
      const fields = n < 3 ? { feedId: created._id, payload: { order: { id: n } } } : {}
      const flags = n === 5 ? { seenAt: new Date(), readAt: new Date() } : {}
      messages.push(await give(person, { content: `<b>${n}</b>`, ...fields, ...flags }))
    }
    const ids = messages.map(({ id }) => id).reverse()
    const first = await person.api.getNotificationsList(0)
    expect(first).toMatchObject({ page: 0, pageSize: 10, totalCount: 12, hasMore: true })
    expect(first.data.map(({ _id }: { _id: string }) => _id)).toEqual(ids.slice(0, 10))
    expect(await person.api.getNotificationsList(1)).toMatchObject({ page: 1, hasMore: false })
    expect(await idsOf(person, { limit: 12 })).toEqual(ids)
    expect(await idsOf(person, { feedIdentifier: created.identifier })).toEqual(ids.slice(-3))
    expect(await idsOf(person, { feedIdentifier: [created.identifier, 'unknown'] })).toEqual(ids.slice(-3))
    expect(await idsOf(person, { feedIdentifier: 'unknown' })).toEqual([])
    expect(await idsOf(person, { read: true })).toEqual([messages[5]?.id])
    expect(await idsOf(person, { payload: { order: { id: 1 } } })).toEqual([messages[1]?.id])
    expect(await refusalOf(person.api.getNotificationsList(0, { limit: 101 }))).toBe(400)
  })

  test('a message carries everything the widget shows', async () => {
    const person = await createPerson()
    const cta = {
      type: 'redirect' as const,
      data: { url: '/orders/1' },
      action: { status: 'pending' as const, buttons: [{ type: 'primary' as const, content: 'Track' }] },
    }
    const { id } = await give(person, { content: 'Hello', cta, actor: { type: 'system_icon', data: 'success' } })
    const { data } = await feedOf(person)
    expect(data).toEqual([
      expect.objectContaining({
        _id: id,
        id,
        templateIdentifier: 'test-workflow',
        channel: 'in_app',
        content: 'Hello',
        cta,
        actor: { type: 'system_icon', data: 'success' },
        seen: false,
        read: false,
        deleted: false,
        subscriber: expect.objectContaining({ _id: person.row.id, subscriberId: person.subscriberId }),
      }),
    ])
  })

  test('counts are by flag, and end at their limit', async () => {
    const person = await createPerson()
    const now = new Date()
    for (const fields of [{}, {}, { seenAt: now }, { seenAt: now, readAt: now }]) await give(person, fields)
    const { api } = person
    expect(await api.getUnseenCount()).toEqual({ count: 2 })
    expect(await api.getUnreadCount()).toEqual({ count: 3 })
    expect(await api.getTabCount()).toEqual({ count: 2 })
    expect(await api.getTabCount({ read: true, limit: 100 })).toEqual({ count: 1 })
    expect(await api.getTabCount({ seen: false, feedIdentifier: ['unknown'] })).toEqual({ count: 0 })
    expect(await api.getUnseenCount({ limit: 1 })).toEqual({ count: 1 })
    expect(await refusalOf(api.getUnreadCount({ limit: 101 }))).toBe(400)
    expect(await refusalOf(api.getUnseenCount({ limit: 0 }))).toBe(400)
  })

  test('the organisation and its looks', async () => {
    const { api } = await createPerson()
    expect(await api.getOrganization()).toMatchObject({
      _id: expect.any(String),
      name: 'Test organisation',
      branding: {},
    })
  })
})

describe('marking', () => {
  test('one message or several, by flag, answers them whole', async () => {
    const person = await createPerson()
    const [one, two] = [await give(person), await give(person, { content: 'Second' })]
    expect(await person.api.markMessageAs(one.id, {})).toEqual([expect.objectContaining({ seen: true, read: false })])
    const both = await person.api.markMessageAs([one.id, two.id], { seen: true, read: true })
    expect(both).toEqual([
      expect.objectContaining({
        _id: one.id,
        seen: true,
        read: true,
        content: 'Hello',
        lastReadDate: expect.any(String),
      }),
      expect.objectContaining({ _id: two.id, seen: true, read: true, content: 'Second' }),
    ])
    expect(await person.api.markMessageAs(two.id, { read: false })).toMatchObject([{ seen: true, read: false }])
  })

  test('never touches what belongs to someone else', async () => {
    const [bia, ana] = [await createPerson(), await createPerson()]
    const { id } = await give(bia)
    expect(await ana.api.markMessageAs(id, { seen: true, read: true })).toEqual([])
    expect(await refusalOf(ana.api.removeMessage(id))).toBe(400)
    expect(await refusalOf(ana.api.updateAction(id, ButtonTypeEnum.PRIMARY, MessageActionStatusEnum.DONE))).toBe(404)
    await ana.api.removeMessages([id])
    expect((await feedOf(bia)).data).toMatchObject([{ _id: id, seen: false, read: false }])
  })

  test('everything as seen leaves it unread; everything as read is both', async () => {
    const person = await createPerson()
    for (let n = 0; n < 3; n++) await give(person)
    expect(await person.api.markAllMessagesAsSeen()).toBe(3)
    expect(await person.api.markAllMessagesAsSeen()).toBe(0)
    expect((await feedOf(person)).data.map(({ seen, read }) => [seen, read])).toEqual(Array(3).fill([true, false]))
    expect(await person.api.markAllMessagesAsRead()).toBe(3)
    expect(await person.api.getUnreadCount()).toEqual({ count: 0 })
  })

  test('an action answers the message with its result', async () => {
    const person = await createPerson()
    const buttons = [{ type: 'primary' as const, content: 'Accept' }]
    const { id } = await give(person, { cta: { action: { status: 'pending', buttons } } })
    const done = await person.api.updateAction(id, ButtonTypeEnum.PRIMARY, MessageActionStatusEnum.DONE, { ok: 1 })
    const action = { status: 'done', buttons, result: { type: 'primary', payload: { ok: 1 } } }
    expect(done).toMatchObject({ _id: id, seen: false, read: false, cta: { action } })
    const unknown = 'f'.repeat(24)
    expect(
      await refusalOf(person.api.updateAction(unknown, ButtonTypeEnum.PRIMARY, MessageActionStatusEnum.DONE)),
    ).toBe(404)
  })

  test('a click is taken note of', async () => {
    const { api } = await createPerson()
    expect(await api.postUsageLog('Notification Click', { notificationId: 'x', hasCta: true })).toEqual({
      success: true,
    })
  })
})

describe('removing', () => {
  test('one, some, or all of the messages', async () => {
    const person = await createPerson()
    const messages = []
    for (let n = 0; n < 5; n++) messages.push(await give(person))
    const [a, b, c, d, e] = messages.map(({ id }) => id) as [string, string, string, string, string]
    expect(await person.api.removeMessage(a)).toMatchObject({ _id: a, deleted: true })
    expect(await refusalOf(person.api.removeMessage(a))).toBe(400)
    await person.api.removeMessages([b, c])
    expect(await idsOf(person)).toEqual([e, d])
    expect(await refusalOf(person.api.removeMessages([]))).toBe(400)
    await person.api.removeAllMessages()
    expect(await idsOf(person)).toEqual([])
    expect(await person.api.getUnseenCount()).toEqual({ count: 0 })
  })

  test('the messages of one feed', async () => {
    const person = await createPerson()
    const novu = new Novu(world.apiKey, { backendUrl: server.url })
    const { data: feed } = (await novu.feeds.create(`removing-${people}`)).data as { data: { _id: string } }
    const [inside, outside] = [await give(person, { feedId: feed._id }), await give(person)]
    expect(await person.api.markAllMessagesAsRead(feed._id)).toBe(1)
    await person.api.removeAllMessages(feed._id)
    expect(await idsOf(person)).toEqual([outside.id])
    expect(inside.id).not.toBe(outside.id)
    expect(await refusalOf(person.api.removeAllMessages('no id'))).toBe(400)
    expect(await refusalOf(person.api.removeAllMessages('f'.repeat(24)))).toBe(404)
  })
})

describe('preferences', () => {
  test('of a workflow and in general', async () => {
    const { api } = await createPerson()
    const novu = new Novu(world.apiKey, { backendUrl: server.url })
    const groups = (await novu.notificationGroups.get()).data.data as { _id: string }[]
    const steps = [
      { template: { type: 'in_app', content: 'Hi' } },
      { template: { type: 'email', subject: 'Hi', content: 'Hi' } },
    ]
    const created = await novu.notificationTemplates.create({
      name: 'Preferences of a widget',
      notificationGroupId: groups[0]?._id ?? '',
      active: true,
      steps: steps as never,
    })
    const { _id, triggers } = created.data.data as { _id: string; triggers: { identifier: string }[] }
    const template = {
      _id,
      name: 'Preferences of a widget',
      critical: false,
      triggers: [{ identifier: triggers[0]?.identifier }],
    }
    const own = (list: { template: { _id: string } }[]) => list.find((item) => item.template._id === _id)
    expect(own((await api.getUserPreference()) as never)).toMatchObject({
      template,
      preference: { enabled: true, channels: { in_app: true, email: true } },
    })
    expect(await api.updateSubscriberPreference(_id, 'email', false)).toMatchObject({
      template,
      preference: { channels: { in_app: true, email: false } },
    })
    expect(own((await api.getUserPreference()) as never)).toMatchObject({
      preference: {
        channels: { in_app: true, email: false },
        overrides: expect.arrayContaining([{ channel: 'email', source: 'subscriber' }]),
      },
    })
    expect(await refusalOf(api.updateSubscriberPreference('f'.repeat(24), 'email', false))).toBe(404)
    expect(await refusalOf(api.updateSubscriberPreference('no-id', 'email', false))).toBe(400)
    const all = { email: true, sms: true, in_app: true, chat: true, push: true }
    expect(await api.getUserGlobalPreference()).toEqual([{ preference: { enabled: true, channels: all } }])
    const changed = { preference: { enabled: true, channels: { ...all, sms: false } } }
    const change = [{ channelType: ChannelTypeEnum.SMS, enabled: false }]
    expect(await api.updateSubscriberGlobalPreference(change, true)).toEqual(changed)
    expect(await api.getUserGlobalPreference()).toEqual([changed])
  })
})

test('nothing of the client was left out', () => {
  expect([...called].sort()).toEqual(methodsOf(new ApiService(server.url)))
})
