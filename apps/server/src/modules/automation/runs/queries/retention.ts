import { sql } from 'drizzle-orm'
import type { Ctx } from '#server/context.ts'
import type { EraseHandler } from '#server/lib/erasure.ts'
import { endRuns } from './runs.ts'

/** Days for which ended runs are kept, what happened and why it started nothing, who was in an automation, and counts. */
const KEPT = { runs: 90, events: 30, entries: 400, counts: 400 } as const
const PORTION = 2000

/** Deletes a portion of what is too old; answers how much that was. */
export const deleteOld = async (ctx: Ctx): Promise<number> => {
  const before = (days: number) => sql`${ctx.now().toISOString()}::timestamptz - make_interval(days => ${days})`
  const runs = await ctx.db.execute(sql`delete from automation_runs where id in (
    select id from automation_runs where ended_at < ${before(KEPT.runs)} order by ended_at limit ${PORTION})`)
  const events = await ctx.db.execute(sql`delete from automation_events where id in (
    select id from automation_events where at < ${before(KEPT.events)} and state = 'done' order by at limit ${PORTION})`)
  const entries = await ctx.db.execute(sql`delete from automation_entries where (automation_id, event_id) in (
    select automation_id, event_id from automation_entries where at < ${before(KEPT.events)}
      and (run_id is null or at < ${before(KEPT.entries)}) order by at limit ${PORTION})`)
  const timers = await ctx.db.execute(sql`delete from automation_timers where (automation_id, subject) in (
    select automation_id, subject from automation_timers where done and due_at < ${before(KEPT.events)}
    order by due_at limit ${PORTION})`)
  await ctx.db.execute(sql`delete from automation_run_counts where month < ${before(KEPT.counts)}`)
  return (runs.rowCount ?? 0) + (events.rowCount ?? 0) + (entries.rowCount ?? 0) + (timers.rowCount ?? 0)
}

/** Runs of a person end, and nothing is left of what they were told and what they wrote. */
export const eraseRuns: EraseHandler = async (ctx, { companyId, contactIds }) => {
  const own = sql`company_id = ${companyId} and contact_id = any(${sql.param([...contactIds])}::uuid[])`
  const ended = await endRuns(ctx, own, 'contact_erased')
  const steps = await ctx.db.execute(sql`
    update automation_run_steps s set input = null, output = null, decision = null, error = null
    from automation_runs r where r.id = s.run_id and s.company_id = ${companyId} and r.company_id = ${companyId}
      and r.contact_id = any(${sql.param([...contactIds])}::uuid[])
      and (s.input is not null or s.output is not null or s.decision is not null or s.error is not null)`)
  const runs = await ctx.db.execute(sql`
    update automation_runs set event = '{}', variables = '{}', loops = '[]', error = null, contact_id = null,
      conversation_id = null where ${own}`)
  const entries = await ctx.db.execute(sql`delete from automation_entries where ${own}`)
  const events = await ctx.db.execute(sql`delete from automation_events where ${own}`)
  const timers = await ctx.db.execute(sql`delete from automation_timers where ${own}`)
  await ctx.db.execute(sql`delete from automation_segment_contacts where ${own}`)
  return {
    automationRuns: Math.max(ended, runs.rowCount ?? 0),
    automationSteps: steps.rowCount ?? 0,
    automationEvents: (events.rowCount ?? 0) + (entries.rowCount ?? 0) + (timers.rowCount ?? 0),
  }
}
