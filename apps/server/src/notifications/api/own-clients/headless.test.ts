import { createHmac } from 'node:crypto'
import {
  type FetchCallbacks,
  HeadlessService,
  type IFeedPage,
  type IMessage,
  InboxError,
  type ISession,
  type UpdateCallbacks,
  type UpdateResult,
} from '@recado/inbox/headless'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { openGate } from '#server/test/gate.ts'
import { createInboxWorld, type InboxWorld } from '#server/test/inbox-world.ts'
import { methodsOf, noteCalls } from '#server/test/notification-server.ts'
import { createTestEnvironment } from '#server/test/notifications.ts'

// The headless client of the inbox in Node, as a program of a customer would use it.

let world: InboxWorld
const called = new Set<string>()
const ends: (() => unknown)[] = []

beforeAll(async () => {
  world = await createInboxWorld()
})
afterEach(() => {
  for (const end of ends.splice(0)) end()
})
afterAll(() => world.server.stop())

const serviceOf = (subscriberId: string, options: Record<string, unknown> = {}): HeadlessService => {
  const service = new HeadlessService({
    applicationIdentifier: world.environment.identifier,
    subscriberId,
    backendUrl: world.server.url,
    config: { retry: 0 },
    ...options,
  })
  ends.push(() => service.inbox.stop())
  return noteCalls(service, called)
}

/** What a reading comes to; it fails with what `onError` was told. */
const read = <T>(call: (callbacks: FetchCallbacks<T>) => (() => void) | Promise<() => void>): Promise<T> =>
  new Promise((resolve, reject) => {
    const stop = call({ listener: () => undefined, onSuccess: resolve, onError: reject })
    ends.push(async () => (await stop)())
  })
/** What a change comes to. */
const write = <T>(call: (callbacks: UpdateCallbacks<T>) => Promise<void>): Promise<T> =>
  new Promise((resolve, reject) => {
    call({ onSuccess: resolve, onError: reject }).catch(reject)
  })
const refusalOf = (outcome: Promise<unknown>): Promise<InboxError> =>
  outcome.then(
    () => Promise.reject(new Error('not refused')),
    (error: unknown) => (error instanceof InboxError ? error : Promise.reject(error)),
  )
const quietly = async <T>(work: () => Promise<T>): Promise<T> => {
  const printed = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  return work().finally(() => printed.mockRestore())
}

const eventually = <T>(check: () => T): Promise<T> => vi.waitFor(check, { timeout: 60_000, interval: 20 })

const initialize = (service: HeadlessService) => read<ISession>((callbacks) => service.initializeSession(callbacks))

let people = 0
/** A person with an open session, and what they are told. */
const createPerson = async () => {
  const subscriberId = `node-${++people}`
  const service = serviceOf(subscriberId)
  const session = await initialize(service)
  const received: IMessage[] = []
  const unseen: number[] = []
  const unread: number[] = []
  service.listenNotificationReceive({ listener: (message) => received.push(message) })
  service.listenUnseenCountChange({ listener: (count) => unseen.push(count) })
  service.listenUnreadCountChange({ listener: (count) => unread.push(count) })
  await eventually(() => expect(service.inbox.getState().connection).toBe('connected'))
  return { subscriberId, service, session, received, unseen, unread }
}

type Person = Awaited<ReturnType<typeof createPerson>>
const send = async ({ subscriberId, received }: Person, number: number): Promise<IMessage> => {
  await world.trigger(subscriberId, number)
  return eventually(() => {
    const message = received.find(({ payload }) => payload['number'] === number)
    if (!message) throw new Error('not there yet')
    return message
  })
}
const pageOf = ({ service }: Person, options: Partial<Parameters<HeadlessService['fetchNotifications']>[0]> = {}) =>
  read<IFeedPage>((callbacks) => service.fetchNotifications({ ...options, ...callbacks }))

const publicMethods = () => methodsOf(serviceOf('anybody')).filter((name) => name !== 'inbox')

describe('a session', () => {
  test('is needed by everything', async () => {
    const service = serviceOf('nobody') as unknown as Record<string, (options: unknown) => unknown>
    const others = publicMethods().filter((name) => name !== 'initializeSession')
    expect(others.length).toBe(20)
    for (const method of others)
      await expect(async () => service[method]?.({ listener: () => undefined })).rejects.toThrow(
        'Session is not initialized',
      )
    called.clear()
  })

  test('says how it stands until it is there', async () => {
    const states: string[] = []
    const service = serviceOf('told')
    const session = await read<ISession>(({ onSuccess, onError }) =>
      service.initializeSession({ listener: ({ status }) => states.push(status), onSuccess, onError }),
    )
    expect(states[0]).toBe('loading')
    expect(states.at(-1)).toBe('success')
    expect(session.profile._id).toMatch(/^[0-9a-f]{24}$/)
    expect(session.token).toBeTruthy()
  })

  test('is refused to an unknown application, and can be begun again', async () => {
    const service = serviceOf('x', { applicationIdentifier: 'unknown' })
    for (const _ of ['once', 'again']) {
      const { status, message, code } = await quietly(() => refusalOf(initialize(service)))
      expect([status, code]).toEqual([400, 'ERR_BAD_REQUEST'])
      expect(message).toBe('Please provide a valid app identifier')
    }
  })

  test('needs the hash where the application asks for it', async () => {
    const { identifier, apiKey } = await createTestEnvironment(world.server.deps, { hmac: true })
    const subscriberHash = createHmac('sha256', apiKey).update('bia').digest('hex')
    const without = serviceOf('bia', { applicationIdentifier: identifier })
    expect((await quietly(() => refusalOf(initialize(without)))).status).toBe(400)
    const session = await initialize(serviceOf('bia', { applicationIdentifier: identifier, subscriberHash }))
    expect(session.token).toBeTruthy()
  })

  test('is kept in the storage of a page, where there is one', async () => {
    const kept = new Map<string, string>()
    vi.stubGlobal('localStorage', {
      setItem: (key: string, value: string) => kept.set(key, value),
      removeItem: (key: string) => kept.delete(key),
    })
    ends.push(() => vi.unstubAllGlobals())
    const { service, session } = await createPerson()
    expect(kept.get('nc_token')).toBe(session.token)
    service.inbox.logout()
    expect(kept.has('nc_token')).toBe(false)
  })
})

describe('reading', () => {
  test('the organisation and the counts', async () => {
    const person = await createPerson()
    const { service } = person
    await send(person, 1)
    await send(person, 2)
    expect(await read((callbacks) => service.fetchOrganization(callbacks))).toMatchObject({ name: 'Test organisation' })
    expect(await read((callbacks) => service.fetchUnseenCount(callbacks))).toEqual({ count: 2 })
    expect(await read((callbacks) => service.fetchUnreadCount(callbacks))).toEqual({ count: 2 })
  })

  test('the pages of lists', async () => {
    const person = await createPerson()
    const sent = []
    for (let n = 1; n <= 5; n++) sent.unshift(await send(person, n))
    const ids = sent.map(({ _id }) => _id)
    const pages = []
    for (const page of [0, 1, 2]) pages.push(await pageOf(person, { page, query: { limit: 2 } }))
    expect(pages.map(({ data }) => data.map(({ _id }) => _id))).toEqual([
      ids.slice(0, 2),
      ids.slice(2, 4),
      ids.slice(4),
    ])
    expect(pages.map(({ page, hasMore, totalCount, pageSize }) => [page, hasMore, totalCount, pageSize])).toEqual([
      [0, true, 5, 2],
      [1, true, 5, 2],
      [2, false, 5, 2],
    ])
    const one = await pageOf(person, { storeId: 'two', query: { payload: { number: 2 } } })
    expect(one.data).toMatchObject([{ content: 'Order 2 left', seen: false, read: false, payload: { number: 2 } }])
    expect((await pageOf(person, { query: { feedIdentifier: 'unknown' } })).data).toEqual([])
  })

  test('a page further down without those before it', async () => {
    const person = await createPerson()
    const sent = []
    for (let n = 1; n <= 3; n++) sent.push(await send(person, n))
    const last = await pageOf(person, { page: 2, query: { limit: 1 } })
    expect(last).toMatchObject({ page: 2, hasMore: false, data: [{ _id: sent[0]?._id }] })
  })
})

describe('marking', () => {
  test('seen, read, or as wanted', async () => {
    const person = await createPerson()
    const { service, unseen, unread } = person
    const { _id: messageId } = await send(person, 1)
    const seen = await write((callbacks) => service.markNotificationsAsSeen({ messageId, ...callbacks }))
    expect(seen).toMatchObject([{ _id: messageId, seen: true, read: false, content: 'Order 1 left' }])
    await eventually(() => expect([unseen.at(-1), unread.at(-1)]).toEqual([0, 1]))
    const done = await write((callbacks) => service.markNotificationsAsRead({ messageId, ...callbacks }))
    expect(done).toMatchObject([{ seen: true, read: true }])
    await eventually(() => expect(unread.at(-1)).toBe(0))
    const mark = { seen: false, read: false }
    await write((callbacks) => service.markNotificationsAs({ messageId: [messageId], mark, ...callbacks }))
    await eventually(() => expect([unseen.at(-1), unread.at(-1)]).toEqual([1, 1]))
    await write((callbacks) => service.markNotificationsAs({ messageId, mark: {}, ...callbacks }))
    await eventually(() => expect([unseen.at(-1), unread.at(-1)]).toEqual([0, 1]))
  })

  test('tells how it stands, and of a refusal in no other way', async () => {
    const { service } = await createPerson()
    const results: UpdateResult<IMessage[]>[] = []
    const errors: Error[] = []
    await service.markNotificationsAsRead({
      messageId: 'no-id',
      listener: (result) => results.push(result),
      onError: (error) => errors.push(error),
    })
    expect(results.map(({ status }) => status)).toEqual(['loading', 'error'])
    expect(errors).toMatchObject([{ status: 400 }])
  })

  test('everything: both counts are told each time, and nothing becomes unread', async () => {
    const person = await createPerson()
    const { service, unseen, unread } = person
    const first = await send(person, 1)
    await send(person, 2)
    await write((callbacks) => service.markNotificationsAsRead({ messageId: first._id, ...callbacks }))
    await write((callbacks) =>
      service.markNotificationsAs({ messageId: first._id, mark: { seen: false }, ...callbacks }),
    )
    expect(await write((callbacks) => service.markAllMessagesAsSeen(callbacks))).toBe(2)
    await eventually(() => expect([unseen.at(-1), unread.at(-1)]).toEqual([0, 1]))
    expect((await pageOf(person)).data.map(({ read }) => read)).toEqual([false, true])
    expect(await write((callbacks) => service.markAllMessagesAsRead(callbacks))).toBe(1)
    await eventually(() => expect([unseen.at(-1), unread.at(-1)]).toEqual([0, 0]))
    expect(await write((callbacks) => service.markAllMessagesAsRead({ feedId: 'unknown', ...callbacks }))).toBe(0)
  })

  test('the button of a message', async () => {
    const person = await createPerson()
    const { _id: messageId } = await send(person, 1)
    const action = { messageId, actionButtonType: 'primary', status: 'done', payload: { from: 'Node' } } as const
    const done = await write((callbacks) => person.service.updateAction({ ...action, ...callbacks }))
    const result = { type: 'primary', payload: { from: 'Node' } }
    expect(done).toMatchObject({ _id: messageId, cta: { action: { status: 'done', result } } })
  })
})

test('a change that fails is taken back, also in the counts that are read', async () => {
  const gate = await openGate(world.server.url)
  ends.push(gate.close)
  const service = serviceOf('unlucky', { backendUrl: gate.url, socketUrl: world.server.url })
  await initialize(service)
  await world.trigger('unlucky', 1)
  await world.server.settle()
  const counts: (number | undefined)[] = []
  ends.push(service.fetchUnreadCount({ listener: ({ data }) => counts.push(data?.count) }))
  await eventually(() => expect(counts.at(-1)).toBe(1))
  const { data } = await read<IFeedPage>((callbacks) => service.fetchNotifications(callbacks))
  await gate.close()
  const messageId = data.map(({ _id }) => _id)
  const failing = write((callbacks) => service.markNotificationsAsRead({ messageId, ...callbacks }))
  expect(counts.at(-1)).toBe(0)
  expect(await refusalOf(failing)).toMatchObject({ code: 'ERR_NETWORK' })
  expect(counts.at(-1)).toBe(1)
})

describe('removing', () => {
  test('one, some, all', async () => {
    const person = await createPerson()
    const { service, unseen } = person
    const ids: string[] = []
    for (let n = 1; n <= 4; n++) ids.push((await send(person, n))._id)
    const [first = '', second = '', third = '', fourth] = ids
    const removed = await write((callbacks) => service.removeNotification({ messageId: first, ...callbacks }))
    expect(removed).toMatchObject({ _id: first, deleted: true })
    await write((callbacks) => service.removeNotifications({ messageIds: [second, third], ...callbacks }))
    await eventually(() => expect(unseen.at(-1)).toBe(1))
    expect((await pageOf(person)).data).toMatchObject([{ _id: fourth }])
    await write((callbacks) => service.removeAllNotifications(callbacks))
    await eventually(() => expect(unseen.at(-1)).toBe(0))
    expect((await pageOf(person)).data).toEqual([])
    const again = write((callbacks) => service.removeNotification({ messageId: first, ...callbacks }))
    expect((await refusalOf(again)).status).toBe(400)
  })
})

describe('preferences', () => {
  test('are read, and changed for a workflow and in general', async () => {
    const { service } = await createPerson()
    const list = await read((callbacks) => service.fetchUserPreferences(callbacks))
    expect(list).toMatchObject([
      { template: { _id: world.workflow._id }, preference: { enabled: true, channels: { in_app: true, email: true } } },
    ])
    const choice = { templateId: world.workflow._id, channelType: 'email', checked: false } as const
    const changed = await write((callbacks) => service.updateUserPreferences({ ...choice, ...callbacks }))
    expect(changed).toMatchObject({
      template: { _id: world.workflow._id },
      preference: { channels: { in_app: true, email: false } },
    })
    const general = await read((callbacks) => service.fetchUserGlobalPreferences(callbacks))
    expect(general).toMatchObject([{ preference: { enabled: true, channels: { push: true } } }])
    const preferences = [{ channelType: 'push', enabled: false } as const]
    const set = await write((callbacks) =>
      service.updateUserGlobalPreferences({ preferences, enabled: true, ...callbacks }),
    )
    expect(set).toMatchObject({ preference: { enabled: true, channels: { push: false, email: true } } })
  })

  test('keep a message away', async () => {
    const person = await createPerson()
    const choice = { templateId: world.workflow._id, channelType: 'in_app', checked: false } as const
    await write((callbacks) => person.service.updateUserPreferences({ ...choice, ...callbacks }))
    await world.trigger(person.subscriberId, 1)
    await world.server.settle()
    expect((await pageOf(person)).data).toEqual([])
    expect(person.received).toEqual([])
  })
})

test('nothing of the service was left out', () => {
  expect([...called].sort()).toEqual(publicMethods())
})
