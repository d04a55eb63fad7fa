import type { ChannelType } from '@recado/contracts/notifications/domain'
import { type SQL, sql } from 'drizzle-orm'
import type { EnvironmentCtx } from '#server/notifications/shared/context.ts'
import { queryPrepared } from '#server/notifications/shared/queries/prepared.ts'
import { type MessageRow, messageColumns } from './columns.ts'

export type MessageFilter = {
  id?: string | undefined
  /** Internal id. */
  subscriberId?: string | undefined
  channel?: ChannelType | undefined
  transactionIds?: readonly string[] | undefined
}

const hasRuns = async (ctx: EnvironmentCtx, transactionIds: readonly string[]): Promise<boolean> => {
  const result = await ctx.db.execute(sql`
    select 1 from notification_events e join notification_runs r on r.event_id = e.id
    where e.environment_id = ${ctx.environment.id} and e.transaction_id = any(${sql.param(transactionIds)}::text[])
    limit 1`)
  return result.rows.length > 0
}

/**
 * Messages have no index by transaction, which each of them would pay for. Those of a transaction are found by its jobs;
 * inbox messages outlive these, and are then looked for among all.
 */
const ofTransactions = async (ctx: EnvironmentCtx, ids: readonly string[]): Promise<SQL> => {
  const byName = sql`m.transaction_id = any(${sql.param(ids)}::text[])`
  if (!(await hasRuns(ctx, ids))) return byName
  return sql`m.job_id in (
    select j.id from notification_events e join notification_runs r on r.event_id = e.id
    join notification_jobs j on j.run_id = r.id
    where e.environment_id = ${ctx.environment.id} and e.transaction_id = any(${sql.param(ids)}::text[]))`
}

/** Three indexes have the messages of a subscriber: of the inbox, of what was shelved there, and of all the rest. */
const ofSubscriber = (id: string): SQL =>
  sql`m.subscriber_id = ${id} and ((m.channel = 'in_app' and m.archived_at is null and m.snoozed_until is null)
    or (m.channel = 'in_app' and (m.archived_at is not null or m.snoozed_until is not null)) or m.channel <> 'in_app')`

const whereOf = async (ctx: EnvironmentCtx, filter: MessageFilter): Promise<SQL> =>
  sql.join(
    [
      sql`m.environment_id = ${ctx.environment.id} and m.deleted_at is null`,
      ...(filter.id === undefined ? [] : [sql`m.id = ${filter.id}`]),
      ...(filter.subscriberId === undefined ? [] : [ofSubscriber(filter.subscriberId)]),
      ...(filter.channel === undefined ? [] : [sql`m.channel = ${filter.channel}`]),
      ...(filter.transactionIds === undefined ? [] : [await ofTransactions(ctx, filter.transactionIds)]),
    ],
    sql` and `,
  )

const newestByIds = {
  name: 'messages_by_ids_newest_first',
  text: `select ${messageColumns('m.id desc')} from notification_messages m where m.id = any($1::text[])
    order by m.id desc`,
}

/** Messages of every channel, the newest first, and how many match in all. */
export const findMessagePage = async (
  ctx: EnvironmentCtx,
  filter: MessageFilter,
  offset: number,
  limit: number,
): Promise<{ rows: MessageRow[]; total: number }> => {
  const where = await whereOf(ctx, filter)
  const [counted, found] = await Promise.all([
    ctx.db.execute<{ count: number }>(sql`select count(*)::int as count from notification_messages m where ${where}`),
    ctx.db.execute<{ id: string }>(
      sql`select m.id from notification_messages m where ${where} order by m.id desc limit ${limit} offset ${offset}`,
    ),
  ])
  const ids = found.rows.map((row) => row.id)
  const rows = await queryPrepared<MessageRow>(ctx, newestByIds, [ids])
  return { rows, total: counted.rows[0]?.count ?? 0 }
}

/**
 * Takes messages away; answers how many, and the internal ids of the subscribers whose inbox that changes. They are held
 * in the order of their ids, as marks hold them, so that both wait for one another.
 */
export const deleteMessages = async (
  ctx: EnvironmentCtx,
  filter: MessageFilter,
): Promise<{ count: number; inboxes: string[] }> => {
  const now = ctx.now().toISOString()
  const where = await whereOf(ctx, filter)
  const result = await ctx.db.execute<{ subscriberId: string; channel: ChannelType }>(sql`
    update notification_messages m set deleted_at = ${now}, updated_at = ${now}
    where m.id = any(array(
      select m.id from notification_messages m where ${where} order by m.id for no key update of m))
    returning m.subscriber_id as "subscriberId", m.channel`)
  const inbox = result.rows.filter((row) => row.channel === 'in_app')
  return { count: result.rows.length, inboxes: [...new Set(inbox.map((row) => row.subscriberId))] }
}
