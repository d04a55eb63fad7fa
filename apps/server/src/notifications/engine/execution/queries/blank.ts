import { sql } from 'drizzle-orm'
import { inTransaction } from '#server/context.ts'
import type { EnvironmentCtx } from '#server/notifications/shared/context.ts'

const texts = (values: readonly string[]) => sql`${sql.param([...values])}::text[]`

/**
 * Takes fields out of the payload of an event, of its messages and of the digests that it is in. Ids of the runs whose
 * messages may show them: those of the event, and of the heads of digests that took it in.
 */
export const blankRuns = (
  ctx: EnvironmentCtx,
  transactionId: string,
  fields: readonly string[],
): Promise<readonly string[]> =>
  inTransaction(ctx, async ({ db }) => {
    const runs = await db.execute<{ id: string }>(sql`
      with blanked as (
        update notification_events set payload = payload - ${texts(fields)}
        where environment_id = ${ctx.environment.id} and transaction_id = ${transactionId} returning id)
      select id from notification_runs where event_id in (select id from blanked)`)
    const own = runs.rows.map(({ id }) => id)
    if (own.length === 0) return []
    await db.execute(sql`update notification_messages set payload = payload - ${texts(fields)}
      where job_id in (select id from notification_jobs where run_id = any(${texts(own)}))`)
    const heads = await db.execute<{ id: string }>(sql`
      select distinct h.run_id as id from notification_jobs j join notification_jobs h on h.id = j.merged_into
      where j.run_id = any(${texts(own)})`)
    const all = [...own, ...heads.rows.map(({ id }) => id)]
    await db.execute(sql`update notification_jobs set digest = jsonb_set(digest, '{events}', (
        select jsonb_agg(event - ${texts(fields)}) from jsonb_array_elements(digest -> 'events') as event))
      where run_id = any(${texts(all)}) and jsonb_array_length(digest -> 'events') > 0`)
    return all
  })

/** A message in an inbox, by what it was written with. */
export type Written = {
  id: string
  runId: string
  jobId: string
  templateId: string
  subscriberId: string
  content: string
}

export const findWritten = async (ctx: EnvironmentCtx, runIds: readonly string[]): Promise<Written[]> => {
  const { rows } = await ctx.db.execute<Written>(sql`
    select id, run_id as "runId", job_id as "jobId", template_id as "templateId", subscriber_id as "subscriberId", content
    from notification_messages where channel = 'in_app'
      and job_id in (select id from notification_jobs where run_id = any(${texts(runIds)}))`)
  return rows
}

export const rewrite = async (ctx: EnvironmentCtx, id: string, content: string): Promise<void> => {
  await ctx.db.execute(sql`update notification_messages set content = ${content} where id = ${id}`)
}
