import { and, asc, desc, eq, isNull, sql } from 'drizzle-orm'
import {
  notificationIntegrations as integrations,
  notificationSubscribers as subscribers,
} from '../../../db/schema/notifications.ts'
import type { EnvironmentCtx, SubscriberRow } from '../context.ts'
import { queryPrepared } from '../messages/queries/prepared.ts'

/** Parts of a subscriber that customers give. */
export const profileFields = [
  'firstName',
  'lastName',
  'email',
  'phone',
  'avatar',
  'locale',
  'timezone',
  'data',
] as const
export type ProfileField = (typeof profileFields)[number]
export type ProfileChange = { id: string; subscriberId: string; fields: Partial<Pick<SubscriberRow, ProfileField>> }

const inEnvironment = (ctx: EnvironmentCtx) => eq(subscribers.environmentId, ctx.environment.id)

const columns = `id, environment_id as "environmentId", subscriber_id as "subscriberId", first_name as "firstName",
  last_name as "lastName", email, phone, avatar, locale, timezone, data, channels, is_online as "isOnline",
  last_online_at as "lastOnlineAt", created_at as "createdAt", updated_at as "updatedAt"`

const byIds = {
  name: 'subscribers_by_ids',
  text: `select ${columns} from notification_subscribers where environment_id = $1 and subscriber_id = any($2::text[])`,
}

/** Subscribers by the customer's ids, in no order; unknown ids are left out. */
export const findSubscribersByIds = async (
  ctx: EnvironmentCtx,
  subscriberIds: readonly string[],
): Promise<SubscriberRow[]> =>
  subscriberIds.length === 0 ? [] : queryPrepared<SubscriberRow>(ctx, byIds, [ctx.environment.id, subscriberIds])

/** Subscribers by internal ids, in no order. */
export const findSubscribersByKeys = async (ctx: EnvironmentCtx, keys: readonly string[]): Promise<SubscriberRow[]> => {
  if (keys.length === 0) return []
  const known = sql`${subscribers.id} = any(${sql.param(keys)}::text[])`
  return ctx.db
    .select()
    .from(subscribers)
    .where(and(inEnvironment(ctx), known))
}

export const findSubscriberById = async (ctx: EnvironmentCtx, subscriberId: string): Promise<SubscriberRow | null> => {
  const [row] = await ctx.db
    .select()
    .from(subscribers)
    .where(and(inEnvironment(ctx), eq(subscribers.subscriberId, subscriberId)))
  return row ?? null
}

export const listSubscribers = (ctx: EnvironmentCtx, offset: number, limit: number): Promise<SubscriberRow[]> =>
  ctx.db.select().from(subscribers).where(inEnvironment(ctx)).orderBy(asc(subscribers.id)).limit(limit).offset(offset)

export type SubscriberKey = { id: string; subscriberId: string }

/** Everybody in the environment in the order of their ids, after the one with the id `cursor`; for broadcasts. */
export const listSubscriberIdsAfter = (
  ctx: EnvironmentCtx,
  cursor: string | null,
  limit: number,
): Promise<SubscriberKey[]> =>
  ctx.db
    .select({ id: subscribers.id, subscriberId: subscribers.subscriberId })
    .from(subscribers)
    .where(and(inEnvironment(ctx), cursor === null ? undefined : sql`${subscribers.subscriberId} > ${cursor}`))
    .orderBy(asc(subscribers.subscriberId))
    .limit(limit)

const written = sql`w.id, w.environment_id as "environmentId", w.subscriber_id as "subscriberId",
  w.first_name as "firstName", w.last_name as "lastName", w.email, w.phone, w.avatar, w.locale, w.timezone, w.data,
  w.channels, w.is_online as "isOnline", w.last_online_at as "lastOnlineAt", w.created_at as "createdAt",
  w.updated_at as "updatedAt"`

type WrittenRow = Omit<SubscriberRow, 'lastOnlineAt' | 'createdAt' | 'updatedAt'> & {
  lastOnlineAt: string | null
  createdAt: string
  updatedAt: string
}

/**
 * Creates and changes subscribers, one row an id. Only the given fields change. Leaves out those that somebody else
 * created in the meantime. Rows are locked in the order of their ids, so that two bulks do not wait for each other.
 */
export const writeSubscribers = async (
  ctx: EnvironmentCtx,
  changes: readonly ProfileChange[],
): Promise<SubscriberRow[]> => {
  const environmentId = ctx.environment.id
  const now = ctx.now().toISOString()
  const value = (field: string, column: string) =>
    sql.raw(`${column} = case when t.fields ? '${field}' then t.fields->>'${field}' else s.${column} end`)
  const result = await ctx.db.execute<WrittenRow>(sql`
    with input as materialized (
      select i.id, i."subscriberId" as subscriber_id, i.fields
      from jsonb_to_recordset(${JSON.stringify(changes)}::jsonb) as i(id text, "subscriberId" text, fields jsonb)
    ), targets as materialized (
      select s.id, i.fields from notification_subscribers s join input i on i.subscriber_id = s.subscriber_id
      where s.environment_id = ${environmentId} order by s.subscriber_id for update of s
    ), changed as (
      update notification_subscribers s set
        ${value('firstName', 'first_name')}, ${value('lastName', 'last_name')}, ${value('email', 'email')},
        ${value('phone', 'phone')}, ${value('avatar', 'avatar')}, ${value('locale', 'locale')},
        ${value('timezone', 'timezone')},
        data = case when t.fields ? 'data' then nullif(t.fields->'data', 'null'::jsonb) else s.data end,
        updated_at = ${now}
      from targets t where s.id = t.id
      returning s.*
    ), created as (
      insert into notification_subscribers (id, environment_id, subscriber_id, first_name, last_name, email, phone,
        avatar, locale, timezone, data, created_at, updated_at)
      select i.id, ${environmentId}, i.subscriber_id, i.fields->>'firstName', i.fields->>'lastName', i.fields->>'email',
        i.fields->>'phone', i.fields->>'avatar', i.fields->>'locale', i.fields->>'timezone',
        nullif(i.fields->'data', 'null'::jsonb), ${now}::timestamptz, ${now}::timestamptz
      from input i
      where not exists (select 1 from notification_subscribers s
        where s.environment_id = ${environmentId} and s.subscriber_id = i.subscriber_id)
      order by i.subscriber_id
      on conflict (environment_id, subscriber_id) do nothing
      returning *
    )
    select ${written} from changed w union all select ${written} from created w`)
  return result.rows.map((row) => ({
    ...row,
    lastOnlineAt: row.lastOnlineAt === null ? null : new Date(row.lastOnlineAt),
    createdAt: new Date(row.createdAt),
    updatedAt: new Date(row.updatedAt),
  }))
}

/** The subscriber, kept from being changed by others until the transaction ends. */
export const lockSubscriber = async (ctx: EnvironmentCtx, subscriberId: string): Promise<SubscriberRow | null> => {
  const [row] = await ctx.db
    .select()
    .from(subscribers)
    .where(and(inEnvironment(ctx), eq(subscribers.subscriberId, subscriberId)))
    .for('update')
  return row ?? null
}

export const updateSubscriber = async (
  ctx: EnvironmentCtx,
  id: string,
  fields: Partial<Pick<SubscriberRow, 'channels' | 'isOnline' | 'lastOnlineAt'>>,
): Promise<SubscriberRow | null> => {
  const { db } = ctx
  const [row] = await db
    .update(subscribers)
    .set({ ...fields, updatedAt: ctx.now() })
    .where(and(inEnvironment(ctx), eq(subscribers.id, id)))
    .returning()
  return row ?? null
}

/** Removes a subscriber with memberships, preferences and presence; answers the internal id, or null when unknown. */
export const deleteSubscriber = async (ctx: EnvironmentCtx, subscriberId: string): Promise<string | null> => {
  const result = await ctx.db.execute<{ id: string }>(sql`
    with gone as (
      delete from notification_subscribers
      where environment_id = ${ctx.environment.id} and subscriber_id = ${subscriberId} returning id
    ), left_topics as (
      delete from notification_topic_members where subscriber_id in (select id from gone)
    ), forgotten as (
      delete from notification_preferences where subscriber_id in (select id from gone)
    ), absent as (
      delete from notification_presence where subscriber_id in (select id from gone)
    )
    select id from gone`)
  return result.rows[0]?.id ?? null
}

export type ChannelIntegration = {
  id: string
  providerId: string
  identifier: string
  /** Sealed JSON. */
  credentials: string
}

/** The newest active integration of a provider; with `identifier`, that one alone. */
export const findActiveIntegration = async (
  ctx: EnvironmentCtx,
  providerId: string,
  identifier?: string | null,
): Promise<ChannelIntegration | null> => {
  const [row] = await ctx.db
    .select({
      id: integrations.id,
      providerId: integrations.providerId,
      identifier: integrations.identifier,
      credentials: integrations.credentials,
    })
    .from(integrations)
    .where(
      and(
        eq(integrations.environmentId, ctx.environment.id),
        eq(integrations.providerId, providerId),
        eq(integrations.active, true),
        isNull(integrations.deletedAt),
        identifier ? eq(integrations.identifier, identifier) : undefined,
      ),
    )
    .orderBy(desc(integrations.id))
    .limit(1)
  return row ?? null
}
