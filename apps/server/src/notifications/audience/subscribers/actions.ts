import { isDeepStrictEqual } from 'node:util'
import { subscriberProfile } from '@recado/contracts/notifications/subscribers'
import { inTransaction } from '#server/context.ts'
import type { EnvironmentCtx, SubscriberRow } from '#server/notifications/shared/context.ts'
import { badRequest, notFound, textsOf } from '#server/notifications/shared/errors.ts'
import { createNotificationId } from '#server/notifications/shared/ids.ts'
import type { SubscriberProfile } from './profile.ts'
import {
  deleteSubscriberRow,
  findSubscriberById,
  findSubscribersByIds,
  lockSubscriber,
  type ProfileChange,
  profileFields,
  updateSubscriber as writeSubscriber,
  writeSubscribers,
} from './queries.ts'

const ATTEMPTS = 5

type Fields = ProfileChange['fields']

const givenFields = (profile: SubscriberProfile): Fields => {
  const given: Record<string, unknown> = {}
  for (const field of profileFields) if (profile[field] !== undefined) given[field] = profile[field]
  return given as Fields
}

const changes = (row: SubscriberRow, fields: Fields): boolean =>
  profileFields.some((field) => field in fields && !isDeepStrictEqual(row[field], fields[field]))

/**
 * Creates the subscribers that are unknown and changes those that differ; null clears a field, an absent one stays. One
 * row for each profile, in their order; what several profiles of one id say is put together. Known subscribers about
 * whom nothing new is said are only read.
 */
export const upsertSubscribers = async (
  ctx: EnvironmentCtx,
  profiles: readonly SubscriberProfile[],
): Promise<SubscriberRow[]> => {
  const wanted = new Map<string, Fields>()
  for (const profile of profiles)
    wanted.set(profile.subscriberId, { ...wanted.get(profile.subscriberId), ...givenFields(profile) })
  const rows = new Map<string, SubscriberRow>()
  for (let attempt = 0; rows.size < wanted.size && attempt < ATTEMPTS; attempt++) {
    const missing = [...wanted.keys()].filter((id) => !rows.has(id))
    const known = new Map((await findSubscribersByIds(ctx, missing)).map((row) => [row.subscriberId, row]))
    const writes: ProfileChange[] = []
    for (const subscriberId of missing) {
      const row = known.get(subscriberId)
      const fields = wanted.get(subscriberId) ?? {}
      if (row && !changes(row, fields)) rows.set(subscriberId, row)
      else writes.push({ id: createNotificationId(), subscriberId, fields })
    }
    if (writes.length === 0) continue
    for (const row of await writeSubscribers(ctx, writes)) rows.set(row.subscriberId, row)
  }
  return profiles.map(({ subscriberId }) => {
    const row = rows.get(subscriberId)
    if (!row) throw new Error(`The subscriber ${subscriberId} could not be written`)
    return row
  })
}

/** The subscriber with this id of the customer's; 404 when there is none. */
export const loadSubscriber = async (ctx: EnvironmentCtx, subscriberId: string): Promise<SubscriberRow> => {
  const row = await findSubscriberById(ctx, subscriberId)
  if (!row) throw notFound(`Subscriber with id ${subscriberId} not found`)
  return row
}

export type BulkOutcome = {
  updated: { subscriberId: string }[]
  created: { subscriberId: string }[]
  failed: { message: string; subscriberId?: unknown }[]
}

/** Writes the entries that are valid and says of each what became of it. */
export const bulkUpsertSubscribers = (
  ctx: EnvironmentCtx,
  entries: readonly Record<string, unknown>[],
): Promise<BulkOutcome> =>
  inTransaction(ctx, async (tx) => {
    const profiles: SubscriberProfile[] = []
    const failed: BulkOutcome['failed'] = []
    for (const entry of entries) {
      const parsed = subscriberProfile.safeParse(entry)
      if (parsed.success) profiles.push(parsed.data)
      else failed.push({ message: textsOf(parsed.error).join('; '), subscriberId: entry['subscriberId'] })
    }
    const ids = [...new Set(profiles.map((profile) => profile.subscriberId))]
    const known = new Set((await findSubscribersByIds(tx, ids)).map((row) => row.subscriberId))
    await upsertSubscribers(tx, profiles)
    const named = (wanted: boolean) =>
      ids.filter((id) => known.has(id) === wanted).map((subscriberId) => ({ subscriberId }))
    return { updated: named(true), created: named(false), failed }
  })

/** Changes the given fields of a subscriber that exists; 400 when there is none. */
export const updateSubscriber = (
  ctx: EnvironmentCtx,
  subscriberId: string,
  fields: Omit<SubscriberProfile, 'subscriberId'>,
): Promise<SubscriberRow> =>
  inTransaction(ctx, async (tx) => {
    if (!(await lockSubscriber(tx, subscriberId))) throw badRequest(`Subscriber with id ${subscriberId} not found`)
    const [row] = await upsertSubscribers(tx, [{ ...fields, subscriberId }])
    if (!row) throw badRequest(`Subscriber with id ${subscriberId} not found`)
    return row
  })

/** Going offline is remembered as the moment they were last online. */
export const setOnline = async (
  ctx: EnvironmentCtx,
  subscriberId: string,
  isOnline: boolean,
): Promise<SubscriberRow> => {
  const { id } = await loadSubscriber(ctx, subscriberId)
  const row = await writeSubscriber(ctx, id, { isOnline, ...(isOnline ? {} : { lastOnlineAt: ctx.now() }) })
  return row ?? loadSubscriber(ctx, subscriberId)
}

/** Removes the subscriber everywhere, after which the id can be reused. 404 if there is none. */
export const deleteSubscriber = async (ctx: EnvironmentCtx, subscriberId: string): Promise<void> => {
  const id = await deleteSubscriberRow(ctx, subscriberId)
  if (id === null) throw notFound(`Subscriber with id ${subscriberId} not found`)
  ctx.afterCommit(() => ctx.deps.bus.publish('notifications.removed', { subscriberIds: [id] }))
}
