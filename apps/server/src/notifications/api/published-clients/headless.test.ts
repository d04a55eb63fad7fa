// Loads axios for a page, which others use as it is for servers: options of its own give this file its own process.
// @vitest-environment-options { "page": "shop" }
import { createHmac } from 'node:crypto'
import { JSDOM } from 'jsdom'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { soon } from '#server/test/database.ts'
import {
  methodsOf,
  type NotificationServer,
  noteCalls,
  startNotificationServer,
} from '#server/test/notification-server.ts'
import { createTestEnvironment } from '#server/test/notifications.ts'

// The published 0.24 headless service, unchanged, on a page of someone else's site: its requests go through the page's
// XMLHttpRequest with all the rules about other origins, its token into the page's storage, its socket to the server.

type Module = typeof import('@novu/headless')
type Service = InstanceType<Module['HeadlessService']>
type World = Awaited<ReturnType<typeof createTestEnvironment>>
type Item = { _id: string; content: string; seen: boolean; read: boolean }
type Page = { data: Item[]; totalCount: number; hasMore: boolean }

let server: NotificationServer
let world: World
let workflow: { _id: string; identifier: string }
let page: JSDOM['window']
let headless: Module
const called = new Set<string>()
const ends: (() => unknown)[] = []

/** A call of the customer's own server. */
const callApi = async <T>(method: string, path: string, body?: unknown): Promise<T> => {
  const headers = { ...world.headers, 'content-type': 'application/json' }
  const answer = await fetch(`${server.url}/v1${path}`, { method, headers, body: JSON.stringify(body) ?? null })
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status}`)
  return ((await answer.json()) as { data: T }).data
}
const trigger = (to: string, number: number) =>
  callApi('POST', '/events/trigger', { name: workflow.identifier, to, payload: { number } })

const createWorkflow = async () => {
  const [group] = await callApi<{ _id: string }[]>('GET', '/notification-groups')
  const buttons = [{ type: 'primary', content: 'Track' }]
  const template = { type: 'in_app', content: 'Order {{number}} left', cta: { action: { status: 'pending', buttons } } }
  type Created = { _id: string; triggers: { identifier: string }[] }
  const { _id, triggers } = await callApi<Created>('POST', '/workflows', {
    name: 'Order left',
    notificationGroupId: group?._id,
    active: true,
    steps: [{ template }, { template: { type: 'email', subject: 'Left', content: 'Left' } }],
  })
  return { _id, identifier: triggers[0]?.identifier ?? '' }
}

beforeAll(async () => {
  server = await startNotificationServer()
  world = await createTestEnvironment(server.deps)
  workflow = await createWorkflow()
  page = new JSDOM('', { url: 'https://shop.example/orders' }).window
  vi.stubGlobal('window', page)
  vi.stubGlobal('document', page.document)
  vi.stubGlobal('localStorage', page.localStorage)
  vi.stubGlobal('XMLHttpRequest', page.XMLHttpRequest)
  headless = await import('@novu/headless')
})
afterEach(() => {
  for (const end of ends.splice(0)) end()
})
afterAll(async () => {
  vi.unstubAllGlobals()
  await server.stop()
})

const serviceOf = (subscriberId: string, options: Record<string, unknown> = {}): Service => {
  const service = new headless.HeadlessService({
    applicationIdentifier: world.identifier,
    subscriberId,
    backendUrl: server.url,
    socketUrl: server.url,
    config: { retry: 0, retryDelay: 0 },
    ...options,
  })
  ends.push(() => Reflect.get(service, 'socket')?.disconnect())
  return noteCalls(service, called)
}

type Callbacks<T> = {
  listener: (result: unknown) => void
  onSuccess: (value: T) => void
  onError: (error: never) => void
}
/** What a call with callbacks comes to; it fails with what `onError` was told. */
const outcomeOf = <T>(call: (callbacks: Callbacks<T>) => unknown): Promise<T> =>
  new Promise((resolve, reject) => {
    const stop = call({ listener: () => undefined, onSuccess: resolve, onError: reject })
    ends.push(async () => ((await stop) as (() => void) | undefined)?.())
  })
const refusalOf = async (call: (callbacks: Callbacks<unknown>) => unknown): Promise<number> => {
  // The query library of the service prints what is refused.
  const printed = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  ends.push(() => printed.mockRestore())
  const reason = await outcomeOf(call).then(
    () => Promise.reject(new Error('not refused')),
    (error: { response: { status: number } }) => error,
  )
  return reason.response.status
}

type Session = { token: string; profile: { _id: string } }
const initialize = (service: Service) =>
  outcomeOf<Session>((callbacks) => service.initializeSession(callbacks as never))

let people = 0
/** A person on the page with an open session, and what they are told. */
const createPerson = async () => {
  const subscriberId = `person-${++people}`
  const service = serviceOf(subscriberId)
  const session = await initialize(service)
  const received: Item[] = []
  const unseen: number[] = []
  const unread: number[] = []
  service.listenNotificationReceive({ listener: (message) => received.push(message as never) })
  service.listenUnseenCountChange({ listener: (count) => unseen.push(count) })
  service.listenUnreadCountChange({ listener: (count) => unread.push(count) })
  await vi.waitFor(() => expect(Reflect.get(service, 'socket').connected).toBe(true), soon)
  return { subscriberId, service, session, received, unseen, unread }
}

type Person = Awaited<ReturnType<typeof createPerson>>
const send = async ({ subscriberId, received }: Person, number: number) => {
  const before = received.length
  await trigger(subscriberId, number)
  await vi.waitFor(() => expect(received.length).toBe(before + 1), soon)
  return received.at(-1) as Item
}
const notificationsOf = ({ service }: Person, options: Record<string, unknown> = {}) =>
  outcomeOf<Page>((callbacks) => service.fetchNotifications({ ...options, ...callbacks } as never))

describe('a session', () => {
  test('is needed by everything', async () => {
    const service = serviceOf('nobody') as unknown as Record<string, (options: unknown) => unknown>
    for (const method of publicMethods().filter((name) => name !== 'initializeSession'))
      await expect(async () => service[method]?.({ listener: () => undefined })).rejects.toThrow(
        'Session is not initialized',
      )
    called.clear()
  })

  test('is kept in the storage of the page', async () => {
    const { session } = await createPerson()
    expect(page.localStorage.getItem(headless.NOTIFICATION_CENTER_TOKEN_KEY)).toBe(session.token)
    expect(session.profile._id).toMatch(/^[0-9a-f]{24}$/)
  })

  test('is refused to an unknown application, and tried again as often as asked', async () => {
    const wrong = { applicationIdentifier: 'unknown' }
    expect(await refusalOf((callbacks) => serviceOf('x', wrong).initializeSession(callbacks as never))).toBe(400)
    const requests = vi.spyOn(page.XMLHttpRequest.prototype, 'open')
    const service = serviceOf('x', { ...wrong, config: { retry: 2, retryDelay: 1 } })
    expect(await refusalOf((callbacks) => service.initializeSession(callbacks as never))).toBe(400)
    expect(requests).toHaveBeenCalledTimes(3)
    requests.mockRestore()
  })

  test('needs the hash where the application asks for it', async () => {
    const { identifier, apiKey } = await createTestEnvironment(server.deps, { hmac: true })
    const subscriberHash = createHmac('sha256', apiKey).update('bia').digest('hex')
    const without = serviceOf('bia', { applicationIdentifier: identifier })
    expect(await refusalOf((callbacks) => without.initializeSession(callbacks as never))).toBe(400)
    const session = await initialize(serviceOf('bia', { applicationIdentifier: identifier, subscriberHash }))
    expect(session.token).toBeTruthy()
  })
})

describe('what happens is told', () => {
  test('a message comes with its counts, and lists are read again', async () => {
    const person = await createPerson()
    const lists: string[][] = []
    const stop = person.service.fetchNotifications({
      listener: ({ data }) => lists.push(((data as unknown as Page | undefined)?.data ?? []).map(({ _id }) => _id)),
    })
    ends.push(stop)
    await vi.waitFor(() => expect(lists.length).toBeGreaterThan(1), soon)
    const message = await send(person, 1)
    expect(message).toMatchObject({ content: 'Order 1 left', seen: false, read: false, payload: { number: 1 } })
    await vi.waitFor(() => expect([person.unseen.at(-1), person.unread.at(-1)]).toEqual([1, 1]), soon)
    await vi.waitFor(() => expect(lists.at(-1)).toEqual([message._id]), soon)
  })

  test('to every tab, until it stops listening', async () => {
    const person = await createPerson()
    const tab = serviceOf(person.subscriberId)
    await initialize(tab)
    const told: number[] = []
    const stop = tab.listenUnseenCountChange({ listener: (count) => told.push(count) })
    await vi.waitFor(() => expect(Reflect.get(tab, 'socket').connected).toBe(true), soon)
    await send(person, 1)
    await vi.waitFor(() => expect(told.at(-1)).toBe(1), soon)
    stop()
    const message = await send(person, 2)
    await vi.waitFor(() => expect(person.unseen.at(-1)).toBe(2), soon)
    expect(told.at(-1)).toBe(1)
    expect(message.content).toBe('Order 2 left')
  })

  test('whoever does it: marks and removals by the customer too', async () => {
    const person = await createPerson()
    const counts = () => [person.unseen.at(-1), person.unread.at(-1)]
    await send(person, 1)
    await vi.waitFor(() => expect(counts()).toEqual([1, 1]), soon)
    await callApi('POST', `/subscribers/${person.subscriberId}/messages/mark-all`, { markAs: 'read' })
    await vi.waitFor(() => expect(counts()).toEqual([0, 0]), soon)
    const { _id } = await send(person, 2)
    await vi.waitFor(() => expect(counts()).toEqual([1, 1]), soon)
    await callApi('DELETE', `/messages/${_id}`)
    await vi.waitFor(() => expect(counts()).toEqual([0, 0]), soon)
  })

  test('again after the connection broke', async () => {
    const person = await createPerson()
    const socket = Reflect.get(person.service, 'socket')
    socket.io.engine.close()
    await vi.waitFor(() => expect(socket.connected).toBe(false), soon)
    await vi.waitFor(() => expect(socket.connected).toBe(true), soon)
    expect((await send(person, 1)).content).toBe('Order 1 left')
  })

  test('and a removed subscriber hears no more', async () => {
    const person = await createPerson()
    await callApi('DELETE', `/subscribers/${person.subscriberId}`)
    await vi.waitFor(() => expect(Reflect.get(person.service, 'socket').connected).toBe(false), soon)
    expect(await refusalOf((callbacks) => person.service.fetchUnseenCount(callbacks as never))).toBe(401)
  })
})

describe('reading', () => {
  test('the organisation, the counts and the pages of the feed', async () => {
    const person = await createPerson()
    const { service } = person
    const [first, second] = [await send(person, 1), await send(person, 2)]
    expect(await outcomeOf((callbacks) => service.fetchOrganization(callbacks as never))).toMatchObject({
      name: 'Test organisation',
    })
    expect(await outcomeOf((callbacks) => service.fetchUnseenCount(callbacks as never))).toEqual({ count: 2 })
    expect(await outcomeOf((callbacks) => service.fetchUnreadCount(callbacks as never))).toEqual({ count: 2 })
    const all = await notificationsOf(person)
    expect(all).toMatchObject({ totalCount: 2, hasMore: false, data: [{ _id: second._id }, { _id: first._id }] })
    const page1 = await notificationsOf(person, { page: 1, storeId: 'one', query: { limit: 1 } })
    expect(page1).toMatchObject({ page: 1, data: [{ _id: first._id }], hasMore: false })
    expect((await notificationsOf(person, { storeId: 'two', query: { payload: { number: 2 } } })).data).toMatchObject([
      { _id: second._id },
    ])
  })
})

describe('marking', () => {
  test('seen, read, or as wanted', async () => {
    const person = await createPerson()
    const { service, unseen, unread } = person
    const { _id: messageId } = await send(person, 1)
    const seen = await outcomeOf((callbacks) => service.markNotificationsAsSeen({ messageId, ...callbacks } as never))
    expect(seen).toMatchObject([{ _id: messageId, seen: true, read: false, content: 'Order 1 left' }])
    await vi.waitFor(() => expect([unseen.at(-1), unread.at(-1)]).toEqual([0, 1]), soon)
    const read = await outcomeOf((callbacks) => service.markNotificationsAsRead({ messageId, ...callbacks } as never))
    expect(read).toMatchObject([{ seen: true, read: true }])
    await vi.waitFor(() => expect(unread.at(-1)).toBe(0), soon)
    const mark = { seen: false, read: false }
    await outcomeOf((callbacks) => service.markNotificationsAs({ messageId, mark, ...callbacks } as never))
    await vi.waitFor(() => expect([unseen.at(-1), unread.at(-1)]).toEqual([1, 1]), soon)
    const bad = (callbacks: Callbacks<unknown>) =>
      service.markNotificationsAsRead({ messageId: 'no-id', ...callbacks } as never)
    expect(await refusalOf(bad)).toBe(400)
  })

  test('everything: both counts are told each time', async () => {
    const person = await createPerson()
    const { service, unseen, unread } = person
    await send(person, 1)
    await send(person, 2)
    expect(await outcomeOf((callbacks) => service.markAllMessagesAsSeen(callbacks as never))).toBe(2)
    await vi.waitFor(() => expect([unseen.at(-1), unread.at(-1)]).toEqual([0, 2]), soon)
    expect(await outcomeOf((callbacks) => service.markAllMessagesAsRead(callbacks as never))).toBe(2)
    await vi.waitFor(() => expect([unseen.at(-1), unread.at(-1)]).toEqual([0, 0]), soon)
    await send(person, 3)
    expect(await outcomeOf((callbacks) => service.markAllMessagesAsRead(callbacks as never))).toBe(1)
    await vi.waitFor(() => expect([unseen.at(-1), unread.at(-1)]).toEqual([0, 0]), soon)
    expect(
      await outcomeOf((callbacks) => service.markAllMessagesAsRead({ feedId: 'unknown', ...callbacks } as never)),
    ).toBe(0)
  })

  test('the button of a message', async () => {
    const person = await createPerson()
    const { _id: messageId } = await send(person, 1)
    const action = { messageId, actionButtonType: 'primary', status: 'done' }
    const done = await outcomeOf((callbacks) =>
      person.service.updateAction({ ...action, payload: { from: 'page' }, ...callbacks } as never),
    )
    const result = { type: 'primary', payload: { from: 'page' } }
    expect(done).toMatchObject({ _id: messageId, cta: { action: { status: 'done', result } } })
  })
})

describe('removing', () => {
  test('one, some, all', async () => {
    const person = await createPerson()
    const { service, unseen } = person
    const ids: string[] = []
    for (let n = 1; n <= 4; n++) ids.push((await send(person, n))._id)
    const [first, second, third, fourth] = ids
    const removed = await outcomeOf((callbacks) =>
      service.removeNotification({ messageId: first, ...callbacks } as never),
    )
    expect(removed).toMatchObject({ _id: first, deleted: true })
    await outcomeOf((callbacks) => service.removeNotifications({ messageIds: [second, third], ...callbacks } as never))
    await vi.waitFor(() => expect(unseen.at(-1)).toBe(1), soon)
    expect((await notificationsOf(person)).data).toMatchObject([{ _id: fourth }])
    await outcomeOf((callbacks) => service.removeAllNotifications(callbacks as never))
    await vi.waitFor(() => expect(unseen.at(-1)).toBe(0), soon)
    expect((await notificationsOf(person)).data).toEqual([])
    const again = (callbacks: Callbacks<unknown>) =>
      service.removeNotification({ messageId: first, ...callbacks } as never)
    expect(await refusalOf(again)).toBe(400)
  })
})

describe('preferences', () => {
  test('are read, and changed for a workflow and in general', async () => {
    const { service } = await createPerson()
    type Preference = { template: { _id: string }; preference: { channels: Record<string, boolean> } }
    const list = await outcomeOf<Preference[]>((callbacks) => service.fetchUserPreferences(callbacks as never))
    expect(list).toMatchObject([
      { template: { _id: workflow._id }, preference: { enabled: true, channels: { in_app: true, email: true } } },
    ])
    const choice = { templateId: workflow._id, channelType: 'email', checked: false }
    const changed = await outcomeOf((callbacks) => service.updateUserPreferences({ ...choice, ...callbacks } as never))
    expect(changed).toMatchObject({
      template: { _id: workflow._id },
      preference: { channels: { in_app: true, email: false } },
    })
    const general = await outcomeOf((callbacks) => service.fetchUserGlobalPreferences(callbacks as never))
    expect(general).toMatchObject([{ preference: { enabled: true, channels: { push: true } } }])
    const preferences = [{ channelType: 'push', enabled: false }]
    const set = await outcomeOf((callbacks) =>
      service.updateUserGlobalPreferences({ preferences, enabled: true, ...callbacks } as never),
    )
    expect(set).toMatchObject({ preference: { enabled: true, channels: { push: false, email: true } } })
  })

  test('keep a message away', async () => {
    const person = await createPerson()
    await outcomeOf((callbacks) => person.service.fetchUserPreferences(callbacks as never))
    const choice = { templateId: workflow._id, channelType: 'in_app', checked: false }
    await outcomeOf((callbacks) => person.service.updateUserPreferences({ ...choice, ...callbacks } as never))
    await trigger(person.subscriberId, 1)
    await server.settle()
    expect((await notificationsOf(person)).data).toEqual([])
    expect(person.received).toEqual([])
  })
})

/** What the service uses itself. */
const inner = ['applyToken', 'assertSessionInitialized', 'initializeSocket']
const publicMethods = () =>
  methodsOf(serviceOf('anybody')).filter((name) => !inner.includes(name) && !name.startsWith('call'))

test('nothing of the service was left out', () => {
  expect([...called].sort()).toEqual(publicMethods())
})
