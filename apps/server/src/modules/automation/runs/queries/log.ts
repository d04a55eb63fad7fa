import { and, asc, desc, eq, sql } from 'drizzle-orm'
import type { CompanyCtx } from '#server/context.ts'
import { automationRunSteps, automationRuns } from '#server/db/schema/automation/runs.ts'
import type { RunRow, StepRow } from './runs.ts'

export type RunFilters = {
  automationId?: string | undefined
  contactId?: string | undefined
  state?: RunRow['state'] | undefined
  node?: string | undefined
}

type Page = { before: string | null; limit: number }

/** Runs, the newest first. */
export const listRunRows = (ctx: CompanyCtx, filters: RunFilters, { before, limit }: Page): Promise<RunRow[]> =>
  ctx.db
    .select()
    .from(automationRuns)
    .where(
      and(
        eq(automationRuns.companyId, ctx.company.id),
        filters.automationId ? eq(automationRuns.automationId, filters.automationId) : undefined,
        filters.contactId ? eq(automationRuns.contactId, filters.contactId) : undefined,
        filters.state ? eq(automationRuns.state, filters.state) : undefined,
        filters.node ? eq(automationRuns.node, filters.node) : undefined,
        before ? sql`${automationRuns.id} < ${before}::uuid` : undefined,
      ),
    )
    .orderBy(desc(automationRuns.id))
    .limit(limit)

export const listSteps = (ctx: CompanyCtx, runId: string): Promise<StepRow[]> =>
  ctx.db
    .select()
    .from(automationRunSteps)
    .where(and(eq(automationRunSteps.companyId, ctx.company.id), eq(automationRunSteps.runId, runId)))
    .orderBy(asc(automationRunSteps.seq))

/** Names of automations by their ids. */
export const findNames = async (ctx: CompanyCtx, ids: readonly string[]): Promise<ReadonlyMap<string, string>> => {
  if (ids.length === 0) return new Map()
  const { rows } = await ctx.db.execute<{ id: string; name: string }>(sql`
    select id, name from automations where company_id = ${ctx.company.id} and id = any(${sql.param([...ids])}::uuid[])`)
  return new Map(rows.map(({ id, name }) => [id, name]))
}

export type ListedEntry = {
  eventId: string
  at: string
  kind: string
  contactId: string | null
  runId: string | null
  refusal: string | null
  conditions: unknown[]
}

/** What started an automation and what did not, the newest first. */
export const listEntryRows = async (
  ctx: CompanyCtx,
  filters: { automationId: string; contactId?: string | undefined; refused: boolean },
  { before, limit }: Page,
): Promise<ListedEntry[]> => {
  const { rows } = await ctx.db.execute<ListedEntry>(sql`
    select n.event_id as "eventId", n.at, e.kind, n.contact_id as "contactId", n.run_id as "runId", n.refusal, n.conditions
    from automation_entries n join automation_events e on e.id = n.event_id
    where n.company_id = ${ctx.company.id} and n.automation_id = ${filters.automationId}
      ${filters.contactId ? sql`and n.contact_id = ${filters.contactId}` : sql``}
      ${filters.refused ? sql`and n.run_id is null` : sql``} ${before ? sql`and n.event_id < ${before}::uuid` : sql``}
    order by n.event_id desc limit ${limit}`)
  return rows
}

/** How often a contact entered an automation, and what of a kind happened to them lately. */
export const countEntries = async (
  ctx: CompanyCtx,
  { automationId, contactId, kind }: { automationId: string; contactId: string; kind: string | null },
): Promise<{ runs: number; events: number }> => {
  const { rows } = await ctx.db.execute<{ runs: number; events: number }>(sql`
    select (select count(*)::int from automation_entries where company_id = ${ctx.company.id}
        and automation_id = ${automationId} and contact_id = ${contactId} and run_id is not null) as runs,
      (select count(*)::int from automation_events where company_id = ${ctx.company.id} and contact_id = ${contactId}
        and kind = ${kind}) as events`)
  return rows[0] ?? { runs: 0, events: 0 }
}

export type Totals = {
  started: number
  completed: number
  failed: number
  canceled: number
  reachedGoal: number
}

export const sumRuns = async (
  ctx: CompanyCtx,
  automationId: string,
  since: Date,
): Promise<Totals & { running: number }> => {
  const { rows } = await ctx.db.execute<Totals & { running: number }>(sql`
    select count(*)::int as started, count(*) filter (where state = 'completed')::int as completed,
      count(*) filter (where state = 'failed')::int as failed, count(*) filter (where state = 'canceled')::int as canceled,
      count(*) filter (where ending = 'goal')::int as "reachedGoal",
      (select count(*)::int from automation_runs where automation_id = ${automationId}
        and company_id = ${ctx.company.id} and state in ('queued', 'pending', 'delayed')) as running
    from automation_runs where company_id = ${ctx.company.id} and automation_id = ${automationId}
      and started_at > ${since.toISOString()}::timestamptz`)
  return rows[0] ?? { started: 0, completed: 0, failed: 0, canceled: 0, reachedGoal: 0, running: 0 }
}

export const sumDays = async (ctx: CompanyCtx, automationId: string, since: Date) => {
  const { rows } = await ctx.db.execute<{ day: string; started: number; completed: number; failed: number }>(sql`
    select to_char(started_at at time zone ${ctx.company.timezone}, 'YYYY-MM-DD') as day, count(*)::int as started,
      count(*) filter (where state = 'completed')::int as completed, count(*) filter (where state = 'failed')::int as failed
    from automation_runs where company_id = ${ctx.company.id} and automation_id = ${automationId}
      and started_at > ${since.toISOString()}::timestamptz group by 1 order by 1`)
  return rows
}

export const sumRefusals = async (ctx: CompanyCtx, automationId: string, since: Date) => {
  const { rows } = await ctx.db.execute<{ reason: string; count: number }>(sql`
    select refusal as reason, count(*)::int as count from automation_entries where company_id = ${ctx.company.id}
      and automation_id = ${automationId} and refusal is not null and at > ${since.toISOString()}::timestamptz
    group by 1 order by 2 desc`)
  return rows
}

export const sumSteps = async (ctx: CompanyCtx, automationId: string, since: Date) => {
  const { rows } = await ctx.db.execute<{
    node: string
    state: StepRow['state']
    outlet: string | null
    count: number
  }>(sql`
    select node, state, outlet, count(*)::int as count from automation_run_steps where company_id = ${ctx.company.id}
      and automation_id = ${automationId} and started_at > ${since.toISOString()}::timestamptz group by 1, 2, 3`)
  return rows
}

export const sumErrors = async (ctx: CompanyCtx, automationId: string, since: Date) => {
  const { rows } = await ctx.db.execute<{ node: string; code: string; count: number; lastAt: string }>(sql`
    select node, error->>'code' as code, count(*)::int as count, max(started_at) as "lastAt" from automation_run_steps
    where company_id = ${ctx.company.id} and automation_id = ${automationId} and state = 'failed' and error is not null
      and started_at > ${since.toISOString()}::timestamptz group by 1, 2 order by 3 desc limit 20`)
  return rows.map((row) => ({ ...row, lastAt: new Date(row.lastAt).toISOString() }))
}
