import { and, asc, eq, getTableColumns, sql } from 'drizzle-orm'
import {
  notificationTopicMembers as members,
  notificationSubscribers as subscribers,
  notificationTopics as topics,
} from '#server/db/schema/notifications/subscribers.ts'
import type { EnvironmentCtx } from '#server/notifications/shared/context.ts'
import type { SubscriberKey } from '../subscribers/queries.ts'

export type TopicRow = typeof topics.$inferSelect

const MAX_TOPICS = 1000

const inEnvironment = (ctx: EnvironmentCtx) => eq(topics.environmentId, ctx.environment.id)

/** Topics by their keys, in no order; unknown keys are left out. */
export const findTopicsByKeys = (ctx: EnvironmentCtx, keys: readonly string[]): Promise<TopicRow[]> =>
  ctx.db
    .select()
    .from(topics)
    .where(and(inEnvironment(ctx), sql`${topics.key} = any(${sql.param(keys)}::text[])`))

/** Members of any of the topics, each once, in the order of their internal ids, after the one with the id `cursor`. */
export const listTopicMemberIds = async (
  ctx: EnvironmentCtx,
  topicKeys: readonly string[],
  cursor: string | null,
  limit: number,
): Promise<SubscriberKey[]> => {
  const result = await ctx.db.execute<SubscriberKey>(sql`
    select s.id, s.subscriber_id as "subscriberId" from (
      select distinct m.subscriber_id from notification_topics t
      cross join lateral (
        select tm.subscriber_id from notification_topic_members tm
        where tm.topic_id = t.id and tm.subscriber_id > ${cursor ?? ''}
        order by tm.subscriber_id limit ${limit}
      ) m
      where t.environment_id = ${ctx.environment.id} and t.key = any(${sql.param(topicKeys)}::text[])
      order by m.subscriber_id limit ${limit}
    ) members
    join notification_subscribers s on s.id = members.subscriber_id
    order by s.id`)
  return result.rows
}

export const findTopic = async (ctx: EnvironmentCtx, key: string): Promise<TopicRow | null> => {
  const [row] = await ctx.db
    .select()
    .from(topics)
    .where(and(inEnvironment(ctx), eq(topics.key, key)))
  return row ?? null
}

/** The topic, kept from being deleted (`key share`) or from getting members (`update`) until the transaction ends. */
export const lockTopic = async (
  ctx: EnvironmentCtx,
  key: string,
  strength: 'key share' | 'update',
): Promise<TopicRow | null> => {
  const [row] = await ctx.db
    .select()
    .from(topics)
    .where(and(inEnvironment(ctx), eq(topics.key, key)))
    .for(strength)
  return row ?? null
}

/** Null when the key is in use. */
export const insertTopic = async (
  ctx: EnvironmentCtx,
  fields: Pick<TopicRow, 'id' | 'key' | 'name'>,
): Promise<TopicRow | null> => {
  const createdAt = ctx.now()
  const [row] = await ctx.db
    .insert(topics)
    .values({ ...fields, environmentId: ctx.environment.id, createdAt, updatedAt: createdAt })
    .onConflictDoNothing()
    .returning()
  return row ?? null
}

/** Makes the topics that are unknown, names the others, and locks all of them until the transaction ends. */
export const upsertTopics = async (
  ctx: EnvironmentCtx,
  rows: readonly Pick<TopicRow, 'id' | 'key' | 'name'>[],
): Promise<void> => {
  const now = ctx.now().toISOString()
  await ctx.db.execute(sql`
    insert into notification_topics (id, environment_id, key, name, created_at, updated_at)
    select t.id, ${ctx.environment.id}, t.key, t.name, ${now}::timestamptz, ${now}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as t(id text, key text, name text) order by t.key
    on conflict (environment_id, key) do update set name = excluded.name`)
}

/** Memberships are held in this order, so that those who take some away wait for one another. */
const inOrder = sql`order by m.topic_id, m.subscriber_id for update of m`

/** Gives each topic exactly these members; topics and subscribers that are unknown are left out. */
export const replaceMembers = async (
  ctx: EnvironmentCtx,
  wanted: readonly { key: string; subscriberIds: readonly string[] }[],
): Promise<void> => {
  const environmentId = ctx.environment.id
  await ctx.db.execute(sql`
    with given as materialized (
      select t.id as topic_id, w."subscriberIds" as ids
      from jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb) as w(key text, "subscriberIds" text[])
      join notification_topics t on t.environment_id = ${environmentId} and t.key = w.key
    ), members as materialized (
      select g.topic_id, s.id as subscriber_id from given g cross join unnest(g.ids) as m(id)
      join notification_subscribers s on s.environment_id = ${environmentId} and s.subscriber_id = m.id
    ), held as materialized (
      select m.topic_id, m.subscriber_id from notification_topic_members m join given g on g.topic_id = m.topic_id
      where not exists (select 1 from members w where w.topic_id = m.topic_id and w.subscriber_id = m.subscriber_id)
      ${inOrder}
    ), gone as (
      delete from notification_topic_members m using held h
      where m.topic_id = h.topic_id and m.subscriber_id = h.subscriber_id
    )
    insert into notification_topic_members (environment_id, topic_id, subscriber_id, created_at)
    select distinct ${environmentId}, topic_id, subscriber_id, ${ctx.now().toISOString()}::timestamptz from members
    order by topic_id, subscriber_id on conflict do nothing`)
}

export const renameTopic = async (ctx: EnvironmentCtx, key: string, name: string): Promise<TopicRow | null> => {
  const { db } = ctx
  const [row] = await db
    .update(topics)
    .set({ name, updatedAt: ctx.now() })
    .where(and(inEnvironment(ctx), eq(topics.key, key)))
    .returning()
  return row ?? null
}

export const deleteTopic = async (ctx: EnvironmentCtx, id: string): Promise<void> => {
  const { db } = ctx
  await db.delete(members).where(and(eq(members.environmentId, ctx.environment.id), eq(members.topicId, id)))
  await db.delete(topics).where(and(inEnvironment(ctx), eq(topics.id, id)))
}

export type TopicWithMembers = TopicRow & { subscribers: string[] }

const memberIds = sql<string[]>`coalesce((
  select array_agg(s.subscriber_id order by m.created_at, m.subscriber_id)
  from notification_topic_members m join notification_subscribers s on s.id = m.subscriber_id
  where m.topic_id = notification_topics.id), '{}')`

const withMembers = { ...getTableColumns(topics), subscribers: memberIds }

export const findTopicWithMembers = async (ctx: EnvironmentCtx, key: string): Promise<TopicWithMembers | null> => {
  const [row] = await ctx.db
    .select(withMembers)
    .from(topics)
    .where(and(inEnvironment(ctx), eq(topics.key, key)))
  return row ?? null
}

/** The oldest first. With `key`, the one topic with that key. */
export const listTopics = (
  ctx: EnvironmentCtx,
  filter: { key?: string | undefined },
  offset: number,
  limit: number,
): Promise<TopicWithMembers[]> =>
  ctx.db
    .select(withMembers)
    .from(topics)
    .where(and(inEnvironment(ctx), filter.key === undefined ? undefined : eq(topics.key, filter.key)))
    .orderBy(asc(topics.id))
    .limit(limit)
    .offset(offset)

export const countTopics = (ctx: EnvironmentCtx, filter: { key?: string | undefined }): Promise<number> =>
  ctx.db.$count(topics, and(inEnvironment(ctx), filter.key === undefined ? undefined : eq(topics.key, filter.key)))

export const hasMembers = async (ctx: EnvironmentCtx, topicId: string): Promise<boolean> => {
  const rows = await ctx.db
    .select({ id: subscribers.id })
    .from(members)
    .innerJoin(subscribers, eq(subscribers.id, members.subscriberId))
    .where(and(eq(members.environmentId, ctx.environment.id), eq(members.topicId, topicId)))
    .limit(1)
  return rows.length > 0
}

/** Adds the known ones among these subscribers; answers their ids, members of before included. */
export const addMembers = async (
  ctx: EnvironmentCtx,
  topicId: string,
  subscriberIds: readonly string[],
): Promise<string[]> => {
  const environmentId = ctx.environment.id
  const result = await ctx.db.execute<{ subscriberId: string }>(sql`
    with known as materialized (
      select id, subscriber_id from notification_subscribers
      where environment_id = ${environmentId} and subscriber_id = any(${sql.param(subscriberIds)}::text[])
    ), added as (
      insert into notification_topic_members (environment_id, topic_id, subscriber_id, created_at)
      select ${environmentId}, ${topicId}, id, ${ctx.now().toISOString()}::timestamptz from known order by id
      on conflict do nothing
    )
    select subscriber_id as "subscriberId" from known`)
  return result.rows.map((row) => row.subscriberId)
}

/**
 * Takes subscribers away, if they are members. Their internal ids are read first: joined in one statement, tables that
 * were just filled and never analysed are taken for small ones, and each of 100,000 rows is compared with every other.
 */
export const removeMembers = async (
  ctx: EnvironmentCtx,
  topicId: string,
  subscriberIds: readonly string[],
): Promise<void> => {
  const known = await ctx.db
    .select({ id: subscribers.id })
    .from(subscribers)
    .where(
      and(
        eq(subscribers.environmentId, ctx.environment.id),
        sql`${subscribers.subscriberId} = any(${sql.param(subscriberIds)}::text[])`,
      ),
    )
  const ids = sql.param(known.map(({ id }) => id))
  await ctx.db.execute(sql`
    with held as materialized (
      select 1 from notification_topic_members m
      where m.topic_id = ${topicId} and m.subscriber_id = any(${ids}::text[]) ${inOrder}
    )
    delete from notification_topic_members m
    where m.topic_id = ${topicId} and m.subscriber_id = any(${ids}::text[]) and (select count(*) from held) > 0`)
}

export const findMember = async (
  ctx: EnvironmentCtx,
  topicId: string,
  subscriberId: string,
): Promise<SubscriberKey | null> => {
  const [row] = await ctx.db
    .select({ id: subscribers.id, subscriberId: subscribers.subscriberId })
    .from(members)
    .innerJoin(subscribers, eq(subscribers.id, members.subscriberId))
    .where(
      and(
        eq(members.topicId, topicId),
        eq(subscribers.environmentId, ctx.environment.id),
        eq(subscribers.subscriberId, subscriberId),
      ),
    )
  return row ?? null
}

/** The topics that a subscriber (internal id) is in. */
export const listTopicsOfSubscriber = (ctx: EnvironmentCtx, subscriberId: string): Promise<TopicRow[]> =>
  ctx.db
    .select(getTableColumns(topics))
    .from(members)
    .innerJoin(topics, eq(topics.id, members.topicId))
    .where(and(inEnvironment(ctx), eq(members.subscriberId, subscriberId)))
    .orderBy(asc(topics.key))
    .limit(MAX_TOPICS)
