import type { Deps } from '#server/context.ts'
import type { notificationMessages } from '#server/db/schema/notifications/messages.ts'
import { notificationFeeds } from '#server/db/schema/notifications/workflows.ts'
import { createWidgetToken } from '#server/notifications/inbox/widget/token.ts'
import type { Environment, SubscriberRow } from '#server/notifications/shared/context.ts'
import { createNotificationId } from '#server/notifications/shared/ids.ts'
import type { FeedChange } from '#server/realtime/bus.ts'
import type { TestApp } from './app.ts'
import { createTestEnvironment, createTestMessage, createTestSubscriber } from './notifications.ts'

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
type Headers = Record<string, string>

/** Calls under `/v1` with these headers. */
export const callerOf =
  (test: TestApp, headers: Headers) => async (method: Method, path: string, payload?: unknown) => {
    const answer = await test.app.inject({
      method,
      url: `/v1${path}`,
      headers: { ...headers, ...(payload === undefined ? {} : { 'content-type': 'application/json' }) },
      ...(payload === undefined ? {} : { payload: JSON.stringify(payload) }),
    })
    const body = answer.body === '' ? null : answer.json()
    return { status: answer.statusCode, body, data: body?.data, text: answer.body }
  }

export const createTestFeed = async (deps: Deps, environment: Environment, identifier: string): Promise<string> => {
  const id = createNotificationId()
  await deps.database.db
    .insert(notificationFeeds)
    .values({ id, environmentId: environment.id, name: identifier, identifier })
  return id
}

/** The widget of a subscriber: its calls, and messages for it. */
export const openInbox = (test: TestApp, environment: Environment, subscriber: SubscriberRow) => {
  const token = createWidgetToken(test.deps, environment, subscriber)
  return {
    subscriber,
    token,
    call: callerOf(test, { authorization: `Bearer ${token}` }),
    message: (fields: Partial<typeof notificationMessages.$inferInsert> = {}) =>
      createTestMessage(test.deps, environment, subscriber, fields),
  }
}

/** An environment with two subscribers: `inbox` is looked at, `other` must not be touched. */
export const createInboxWorld = async (test: TestApp) => {
  const world = await createTestEnvironment(test.deps)
  const { environment, headers } = world
  const person = (fields = {}) => createTestSubscriber(test.deps, environment, fields)
  return {
    ...world,
    person,
    api: callerOf(test, headers),
    feed: (identifier: string) => createTestFeed(test.deps, environment, identifier),
    inbox: openInbox(test, environment, await person()),
    other: openInbox(test, environment, await person()),
  }
}
export type InboxWorld = Awaited<ReturnType<typeof createInboxWorld>>

/** What `run` tells about inboxes. */
export const toldBy = async (deps: Deps, run: () => Promise<unknown>): Promise<FeedChange[]> => {
  const told: FeedChange[] = []
  const stop = deps.bus.subscribe('notifications.feed', ({ changes }) => void told.push(...changes))
  await run()
  stop()
  return told
}
