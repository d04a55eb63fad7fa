import { sql } from 'drizzle-orm'
import type { Ctx } from '#server/context.ts'

type Db = Pick<Ctx, 'db'>

/**
 * What one batch of a walk through a table found: where it ended, how many of it were old, the files that have to go with
 * them, and the subscribers (internal ids) whose inbox has less now.
 */
export type Walked = { last: string | null; old: number; files: string[]; inboxes: string[] }

const BATCH = 1000

const unfinished = sql`('pending', 'queued', 'running', 'delayed')`

const walked = async (ctx: Db, statement: ReturnType<typeof sql>): Promise<Walked> => {
  type Row = { last: string | null; old: number; files?: string[] | null; inboxes?: string[] | null }
  const [row] = (await ctx.db.execute<Row>(statement)).rows
  return { last: row?.last ?? null, old: row?.old ?? 0, files: row?.files ?? [], inboxes: row?.inboxes ?? [] }
}

/** Deletes what has expired among the next messages after `after`. None of them counts as young. */
export const deleteExpiredMessages = (ctx: Db, after: string, now: Date) =>
  walked(
    ctx,
    sql`with batch as (
          select id, expire_at from notification_messages where id > ${after} order by id limit ${BATCH}
        ), gone as (
          delete from notification_messages m using batch b where m.id = b.id and b.expire_at <= ${now}
          returning m.subscriber_id, m.channel = 'in_app' and m.deleted_at is null as shown
        )
        select max(id) as last, count(*)::int as old,
          (select array_agg(distinct subscriber_id) filter (where shown) from gone) as inboxes
        from batch`,
  )

/**
 * Deletes the old ones among the next runs, with their jobs: not those that still have something to do, whose digest is
 * still waiting, or whose message can still be read.
 */
export const deleteOldRuns = (ctx: Db, after: string, before: Date) =>
  walked(
    ctx,
    sql`with batch as (
          select id, created_at < ${before} as old from notification_runs where id > ${after} order by id limit ${BATCH}
        ), dead as (
          select b.id from batch b
          where b.old and not exists (
            select from notification_jobs j
            where j.run_id = b.id and (
              j.status in ${unfinished}
              or exists (select from notification_jobs h where h.id = j.merged_into and h.status in ${unfinished})
              or exists (select from notification_messages m where m.job_id = j.id and m.deleted_at is null)
            )
          )
        ), jobs_gone as (
          delete from notification_jobs j using dead d where j.run_id = d.id
        ), runs_gone as (
          delete from notification_runs r using dead d where r.id = d.id
        )
        select max(id) as last, (count(*) filter (where old))::int as old from batch`,
  )

/** Deletes the old ones among the next events that are done and have no run left; answers the files they had stored. */
export const deleteOldEvents = (ctx: Db, after: string, before: Date) =>
  walked(
    ctx,
    sql`with batch as (
          select id, created_at < ${before} as old from notification_events where id > ${after} order by id limit ${BATCH}
        ), gone as (
          delete from notification_events e using batch b
          where e.id = b.id and b.old and e.state >= 2
            and not exists (select from notification_runs r where r.event_id = e.id)
          returning e.attachments
        )
        select max(id) as last, (count(*) filter (where old))::int as old,
          (select array_agg(a ->> 'path') from gone, jsonb_array_elements(gone.attachments) a
            where jsonb_typeof(gone.attachments) = 'array') as files
        from batch`,
  )

export const deleteOldLogs = (ctx: Db, after: string, before: Date) =>
  walked(
    ctx,
    sql`with batch as (
          select id, created_at < ${before} as old from notification_logs where id > ${after} order by id limit ${BATCH}
        ), gone as (
          delete from notification_logs l using batch b where l.id = b.id and b.old
        )
        select max(id) as last, (count(*) filter (where old))::int as old from batch`,
  )
