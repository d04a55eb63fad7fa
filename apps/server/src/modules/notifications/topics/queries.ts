import { and, eq, sql } from 'drizzle-orm'
import { notificationTopics as topics } from '../../../db/schema/notifications.ts'
import type { EnvironmentCtx } from '../context.ts'
import type { SubscriberKey } from '../subscribers/queries.ts'

export type TopicRow = typeof topics.$inferSelect

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
