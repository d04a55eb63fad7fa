import { Novu } from '@novu/node'
import { expect } from 'vitest'
import { methodsOf, type NotificationServer, noteCalls, startNotificationServer } from './notification-server.ts'
import { createTestEnvironment } from './notifications.ts'

type Answer = { status: number; data: unknown }
export type Item = Record<string, unknown> & { _id: string }
export const unknownId = 'f'.repeat(24)

/** What stands in the envelope of an answer. */
export const of = async <T = Item>(call: Promise<Answer>): Promise<T> => ((await call).data as { data: T }).data
/** A page, which is no envelope. */
export const pageOf = async (call: Promise<Answer>) => (await call).data as { data: Item[] } & Record<string, unknown>
export const statusOf = async (call: Promise<Answer>) => (await call).status

type Refusal = { response: { status: number; data: unknown } }
/** The status with which a call is refused. */
export const refusalOf = async (call: Promise<unknown>): Promise<number> => {
  const reason = await call.then(
    () => Promise.reject(new Error('not refused')),
    (error: Refusal) => error,
  )
  expect(reason.response.data).toMatchObject({ statusCode: reason.response.status, message: expect.anything() })
  return reason.response.status
}

const resourcesOf = (sdk: Novu): [string, object][] =>
  Object.entries(sdk).filter(
    ([name, value]) => !/^_|^domain$/.test(name) && typeof value === 'object' && value !== null,
  )

/** Every call that an SDK offers: `resource.method`, and the names of its own methods. */
export const callsOf = (sdk: Novu): string[] => {
  const own = methodsOf(sdk).filter((name) => !['http', 'buildBackendUrl'].includes(name))
  const ofResources = resourcesOf(sdk).flatMap(([name, resource]) =>
    methodsOf(resource)
      .filter((method) => method !== 'http')
      .map((method) => `${name}.${method}`),
  )
  return [...own, ...ofResources].sort()
}

/** A published SDK for servers against the listening application; notes what is called in `called`. */
export const startSdk = async (called: Set<string>) => {
  const server: NotificationServer = await startNotificationServer()
  const connect = (apiKey: string): Novu => {
    const sdk = new Novu(apiKey, { backendUrl: server.url })
    for (const [name, resource] of resourcesOf(sdk)) Reflect.set(sdk, name, noteCalls(resource, called, `${name}.`))
    return noteCalls(sdk, called)
  }
  const world = await createTestEnvironment(server.deps)
  return { server, connect, world, novu: connect(world.apiKey) }
}

let count = 0
export const unique = (name: string) => `${name}-${++count}`

export const createGroup = (novu: Novu) => of(novu.notificationGroups.create(unique('group')))
export const createWorkflow = async (novu: Novu, steps: unknown[], fields: Record<string, unknown> = {}) => {
  const { _id: notificationGroupId } = await createGroup(novu)
  const input = { name: unique('Workflow'), notificationGroupId, active: true, steps, ...fields }
  const workflow = await of(novu.notificationTemplates.create(input as never))
  const [trigger] = workflow['triggers'] as { identifier: string }[]
  return { ...workflow, identifier: trigger?.identifier ?? '' } as Item & { identifier: string }
}
/** A step of the inbox. */
export const inApp = (content: string, more: Record<string, unknown> = {}) => ({
  template: { type: 'in_app', content, ...more },
})
export const createPerson = async (novu: Novu) => {
  const subscriberId = unique('person')
  const row = await of(novu.subscribers.identify(subscriberId, { firstName: 'Bia' }))
  return { subscriberId, _id: row._id }
}
export const feedOf = async (novu: Novu, subscriberId: string, query = {}) =>
  (await pageOf(novu.subscribers.getNotificationsFeed(subscriberId, query))).data

/** The inbox once it holds so many messages. */
export const inboxOf = async (novu: Novu, subscriberId: string, length: number) => {
  await expect.poll(async () => (await feedOf(novu, subscriberId)).length, { timeout: 5000 }).toBe(length)
  return feedOf(novu, subscriberId)
}
