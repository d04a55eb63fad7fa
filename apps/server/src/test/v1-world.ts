import { randomBytes } from 'node:crypto'
import { systemCtx } from '#server/context.ts'
import { insertMember } from '#server/notifications/audience/organizations/queries.ts'
import { createNotificationId } from '#server/notifications/shared/ids.ts'
import type { TestApp } from './app.ts'
import { createTestEnvironment } from './notifications.ts'

// An environment with one of everything that a call of the notification API can name, made through that API.

type Headers = Record<string, string>
type Found = { _id: string }

const client = (test: TestApp, headers: Headers) => {
  return async <T>(method: 'GET' | 'POST' | 'PUT', url: string, payload?: object): Promise<T> => {
    const answer = await test.app.inject({ method, url: `/v1${url}`, headers, ...(payload && { payload }) })
    if (answer.statusCode >= 300) throw new Error(`${method} ${url} answers ${answer.statusCode} ${answer.body}`)
    const body = answer.json()
    return 'page' in body ? body : body.data
  }
}

/** A workflow of one in-app step. */
export const workflowBody = (name: string, notificationGroupId: string) => ({
  name,
  notificationGroupId,
  active: true,
  steps: [{ template: { type: 'in_app', content: `${name} {{count}}` } }],
})

const createPeople = async (test: TestApp, organizationId: string, secret: string) => {
  const ctx = systemCtx(test.deps, 'test')
  const people = ['admin', 'member'] as const
  const ids = people.map(() => createNotificationId())
  for (const [index, role] of people.entries())
    await insertMember(ctx, {
      id: String(ids[index]),
      organizationId,
      userId: `${role}`,
      email: `${secret}@x.test`,
      role,
    })
  return { memberId: String(ids[1]) }
}

const createSubscribers = async (call: ReturnType<typeof client>, secret: string, key: string) => {
  const subscriberId = `${key}-ana`
  await call('POST', '/subscribers', { subscriberId, firstName: secret, email: `${secret}@example.test` })
  await call('POST', '/topics', { key: `${key}-topic`, name: secret })
  await call('POST', '/topics', { key: `${key}-empty`, name: secret })
  await call('POST', `/topics/${key}-topic/subscribers`, { subscribers: [subscriberId] })
  return { subscriberId, topicKey: `${key}-topic`, emptyTopicKey: `${key}-empty` }
}

const createDefinitions = async (call: ReturnType<typeof client>, secret: string, key: string) => {
  const idOf = async (url: string, payload: object) => (await call<Found>('POST', url, payload))._id
  const layout = (identifier: string) => ({ name: secret, identifier, content: `${secret} {{{body}}}` })
  const groupId = await idOf('/notification-groups', { name: secret })
  const spareGroupId = await idOf('/notification-groups', { name: `${secret} spare` })
  const feedId = await idOf('/feeds', { name: secret })
  await idOf('/layouts', layout(`${key}-default`))
  const layoutId = await idOf('/layouts', layout(`${key}-spare`))
  const tenantId = await idOf('/tenants', { identifier: `${key}-tenant`, name: secret })
  const otherTenantId = await idOf('/tenants', { identifier: `${key}-other`, name: secret })
  const workflow = await call<Found & { triggers: { identifier: string }[] }>(
    'POST',
    '/workflows',
    workflowBody(secret, groupId),
  )
  const overrideId = await idOf('/workflow-overrides', { workflowId: workflow._id, tenantId, active: true })
  const integration = { name: secret, active: true, check: false }
  const integrationId = await idOf('/integrations', {
    ...integration,
    providerId: 'nodemailer',
    channel: 'email',
    credentials: { host: 'mail.example.test', port: '25', from: `${secret}@example.test`, senderName: secret },
  })
  await idOf('/integrations', { ...integration, providerId: 'discord', channel: 'chat', credentials: {} })
  return {
    ...{ groupId, spareGroupId, feedId, layoutId, tenantId, otherTenantId, overrideId, integrationId },
    tenantIdentifier: `${key}-tenant`,
    workflowId: workflow._id,
    workflowIdentifier: workflow.triggers[0]?.identifier ?? '',
  }
}

export const createV1World = async (test: TestApp, random = randomBytes(6).toString('hex')) => {
  // What must never be told to others, and the part of it in keys, which others may happen to use as well.
  const [secret, key] = [`secret${random}`, `key${random}`]
  const { environment, headers, organization, identifier, apiKey } = await createTestEnvironment(test.deps)
  const call = client(test, headers)
  const people = await createPeople(test, organization.id, secret)
  const subscribers = await createSubscribers(call, secret, key)
  const definitions = await createDefinitions(call, secret, key)
  const { subscriberId } = subscribers
  const trigger = { name: definitions.workflowIdentifier, to: subscriberId, payload: { count: 1, secret } }
  const { transactionId } = await call<{ transactionId: string }>('POST', '/events/trigger', trigger)
  await test.deps.notifications.drain(test.deps)
  const [run] = (await call<{ data: Found[] }>('GET', '/notifications')).data
  const [message] = (await call<{ data: Found[] }>('GET', '/messages')).data
  const [change] = (await call<{ data: Found[] }>('GET', '/changes?promoted=false')).data
  const { token } = await call<{ token: string }>('POST', '/widgets/session/initialize', {
    applicationIdentifier: identifier,
    subscriberId,
  })
  if (!run || !message || !change) throw new Error('The workflow of the world did not run')
  return {
    ...people,
    ...subscribers,
    ...definitions,
    ...{ environment, organization, headers, identifier, apiKey, secret, key, transactionId },
    widgetHeaders: { authorization: `Bearer ${token}` },
    runId: run._id,
    messageId: message._id,
    changeId: change._id,
  }
}
export type V1World = Awaited<ReturnType<typeof createV1World>>
