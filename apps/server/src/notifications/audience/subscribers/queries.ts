import { and, asc, desc, eq, isNull, sql } from 'drizzle-orm'
import type { Ctx } from '#server/context.ts'
import { notificationIntegrations as integrations } from '#server/db/schema/notifications/integrations.ts'
import { notificationSubscribers as subscribers } from '#server/db/schema/notifications/subscribers.ts'
import type { EnvironmentCtx, SubscriberRow } from '#server/notifications/shared/context.ts'
import { queryPrepared, type Statement } from '#server/notifications/shared/queries/prepared.ts'

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

const columns = `s.id, s.environment_id as "environmentId", s.subscriber_id as "subscriberId",
  s.first_name as "firstName", s.last_name as "lastName", s.email, s.phone, s.avatar, s.locale, s.timezone, s.data,
  s.channels, s.is_online as "isOnline", s.last_online_at as "lastOnlineAt", s.created_at as "createdAt",
  s.updated_at as "updatedAt"`

/** As statements written by hand answer it: a transaction gives instants as text. */
type RawRow = Omit<SubscriberRow, 'lastOnlineAt' | 'createdAt' | 'updatedAt'> & {
  lastOnlineAt: Date | string | null
  createdAt: Date | string
  updatedAt: Date | string
}

const rowOf = (raw: RawRow): SubscriberRow => ({
  ...raw,
  lastOnlineAt: raw.lastOnlineAt === null ? null : new Date(raw.lastOnlineAt),
  createdAt: new Date(raw.createdAt),
  updatedAt: new Date(raw.updatedAt),
})

const byIds = {
  name: 'notification_subscribers_by_ids',
  text: `select ${columns} from notification_subscribers s where s.environment_id = $1 and s.subscriber_id = any($2::text[])`,
}
const byKeys = {
  name: 'notification_subscribers_by_keys',
  text: `select ${columns} from notification_subscribers s where s.environment_id = $1 and s.id = any($2::text[])`,
}

const findMany = async (ctx: EnvironmentCtx, statement: Statement, ids: readonly string[]): Promise<SubscriberRow[]> =>
  ids.length === 0 ? [] : (await queryPrepared<RawRow>(ctx, statement, [ctx.environment.id, ids])).map(rowOf)

/** Subscribers by the customer's ids, in no order; unknown ids are left out. */
export const findSubscribersByIds = (ctx: EnvironmentCtx, subscriberIds: readonly string[]): Promise<SubscriberRow[]> =>
  findMany(ctx, byIds, subscriberIds)

/** Subscribers by internal ids, in no order. */
export const findSubscribersByKeys = (ctx: EnvironmentCtx, keys: readonly string[]): Promise<SubscriberRow[]> =>
  findMany(ctx, byKeys, keys)

export const findSubscriber = async (
  ctx: Pick<Ctx, 'db'>,
  environmentId: string,
  subscriberId: string,
): Promise<SubscriberRow | null> => {
  const [row] = await ctx.db
    .select()
    .from(subscribers)
    .where(and(eq(subscribers.environmentId, environmentId), eq(subscribers.subscriberId, subscriberId)))
  return row ?? null
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

const changed = (field: ProfileField, column: string) =>
  `${column} = case when t.fields ? '${field}' then t.fields->>'${field}' else s.${column} end`

const writing = {
  name: 'notification_subscribers_write',
  text: `
    with input as materialized (
      select i.id, i."subscriberId" as subscriber_id, i.fields
      from jsonb_to_recordset($1::jsonb) as i(id text, "subscriberId" text, fields jsonb)
    ), targets as materialized (
      select s.id, i.fields from notification_subscribers s join input i on i.subscriber_id = s.subscriber_id
      where s.environment_id = $2::text order by s.subscriber_id for update of s
    ), changed as (
      update notification_subscribers s set
        ${changed('firstName', 'first_name')}, ${changed('lastName', 'last_name')}, ${changed('email', 'email')},
        ${changed('phone', 'phone')}, ${changed('avatar', 'avatar')}, ${changed('locale', 'locale')},
        ${changed('timezone', 'timezone')},
        data = case when t.fields ? 'data' then nullif(t.fields->'data', 'null'::jsonb) else s.data end,
        updated_at = $3::timestamptz
      from targets t where s.id = t.id
      returning s.*
    ), created as (
      insert into notification_subscribers (id, environment_id, subscriber_id, first_name, last_name, email, phone,
        avatar, locale, timezone, data, created_at, updated_at)
      select i.id, $2::text, i.subscriber_id, i.fields->>'firstName', i.fields->>'lastName', i.fields->>'email',
        i.fields->>'phone', i.fields->>'avatar', i.fields->>'locale', i.fields->>'timezone',
        nullif(i.fields->'data', 'null'::jsonb), $3::timestamptz, $3::timestamptz
      from input i
      where not exists (select 1 from notification_subscribers s
        where s.environment_id = $2::text and s.subscriber_id = i.subscriber_id)
      order by i.subscriber_id
      on conflict (environment_id, subscriber_id) do nothing
      returning *
    )
    select ${columns} from changed s union all select ${columns} from created s`,
}

/**
 * Creates and changes subscribers, one row an id. Only the given fields change. Leaves out those that someone else
 * created in the meantime. Rows are locked in the order of their ids, so that two bulks do not wait for each other.
 */
export const writeSubscribers = async (
  ctx: EnvironmentCtx,
  changes: readonly ProfileChange[],
): Promise<SubscriberRow[]> => {
  const values = [JSON.stringify(changes), ctx.environment.id, ctx.now().toISOString()]
  return (await queryPrepared<RawRow>(ctx, writing, values)).map(rowOf)
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
export const deleteSubscriberRow = async (ctx: EnvironmentCtx, subscriberId: string): Promise<string | null> => {
  const result = await ctx.db.execute<{ id: string }>(sql`
    with gone as (
      delete from notification_subscribers
      where environment_id = ${ctx.environment.id} and subscriber_id = ${subscriberId} returning id
    ), memberships as materialized (
      select topic_id, subscriber_id from notification_topic_members where subscriber_id in (select id from gone)
      order by topic_id, subscriber_id for update
    ), left_topics as (
      delete from notification_topic_members m using memberships h
      where m.topic_id = h.topic_id and m.subscriber_id = h.subscriber_id
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
