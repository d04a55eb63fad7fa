import { AppError } from '#server/http/app-error.ts'
import { encodeCursor, notificationPlace, parseCursor } from '#server/lib/cursor.ts'
import { pageFrom } from '#server/lib/page.ts'
import { listGlobalPreferences, listPreferences } from '#server/notifications/audience/preferences/actions.ts'
import { channelsOf } from '#server/notifications/audience/subscribers/credentials.ts'
import { findSubscriberById } from '#server/notifications/audience/subscribers/queries.ts'
import { listTopicsOfSubscriber } from '#server/notifications/audience/topics/queries.ts'
import { countsOf } from '#server/notifications/inbox/messages/queries/inbox.ts'
import type { EnvironmentCtx, SubscriberRow } from '#server/notifications/shared/context.ts'
import { listSubscribersMatching } from './queries/subscribers.ts'

type Person = Pick<SubscriberRow, 'subscriberId' | 'firstName' | 'lastName' | 'email'>

/** How people see a subscriber. */
export const personView = ({ subscriberId, firstName, lastName, email }: Person) => ({
  subscriberId,
  name: [firstName, lastName].filter(Boolean).join(' '),
  email,
})

const summaryOf = (row: SubscriberRow, unread: number) => ({
  ...personView(row),
  phone: row.phone,
  locale: row.locale,
  online: row.isOnline ?? false,
  lastOnlineAt: row.lastOnlineAt?.toISOString() ?? null,
  unread,
  createdAt: row.createdAt.toISOString(),
})

/** The subscriber with this id of the product's. */
export const loadPerson = async (ctx: EnvironmentCtx, subscriberId: string): Promise<SubscriberRow> => {
  const row = await findSubscriberById(ctx, subscriberId)
  if (!row) throw new AppError('not_found')
  return row
}

type Query = { search?: string | undefined; cursor?: string | undefined; limit: number }

/** A page of subscribers by id, name or e-mail address. */
export const listSubscribers = async (ctx: EnvironmentCtx, { search, cursor, limit }: Query) => {
  const before = parseCursor(notificationPlace, cursor)?.id ?? null
  const rows = await listSubscribersMatching(ctx, { search: search?.trim(), before, limit: limit + 1 })
  const counts = await countsOf(
    ctx,
    rows.map(({ id }) => id),
  )
  return pageFrom(
    rows,
    limit,
    (row) => summaryOf(row, counts.get(row.id)?.unread ?? 0),
    ({ createdAt, id }) => encodeCursor({ at: createdAt, id }),
  )
}

/** A subscriber with everything but the addresses themselves. */
export const showSubscriber = async (ctx: EnvironmentCtx, subscriberId: string) => {
  const subscriber = await loadPerson(ctx, subscriberId)
  const own = { ...ctx, subscriber }
  const counts = await countsOf(ctx, [subscriber.id])
  const [global] = await listGlobalPreferences(own)
  if (!global) throw new Error('no preference')
  return {
    ...summaryOf(subscriber, counts.get(subscriber.id)?.unread ?? 0),
    timezone: subscriber.timezone,
    data: subscriber.data,
    channels: channelsOf(ctx.deps, subscriber).map(({ providerId, credentials }) => ({
      providerId,
      tokens: credentials.deviceTokens?.length ?? 0,
    })),
    topics: (await listTopicsOfSubscriber(ctx, subscriber.id)).map(({ key, name }) => ({ key, name })),
    global: global.preference,
    workflows: (await listPreferences(own)).map(({ template, preference }) => ({
      workflowId: template._id,
      name: template.name,
      critical: template.critical,
      enabled: preference.enabled,
      channels: preference.channels,
    })),
  }
}
