import { isDeepStrictEqual } from 'node:util'
import type { EnvironmentCtx, SubscriberRow } from '../context.ts'
import type { SubscriberProfile } from '../engine/types.ts'
import { createNotificationId } from '../ids.ts'
import { notFound } from '../wire/errors.ts'
import {
  findSubscriberById,
  findSubscribersByIds,
  type ProfileChange,
  profileFields,
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
