import type { AutomationGraph } from '@recado/contracts/automation/automation-graph'
import type { Plan } from '@recado/contracts/companies/plans'
import { and, desc, eq, inArray, sql } from 'drizzle-orm'
import type { CompanyCtx, Ctx } from '#server/context.ts'
import { automations, automationVersions } from '#server/db/schema/automation/automations.ts'
import { users } from '#server/db/schema/identity/users.ts'
import { personOf } from '#server/lib/avatar-url.ts'

export type AutomationRow = typeof automations.$inferSelect
export type VersionRow = typeof automationVersions.$inferSelect
type Change = Partial<Omit<AutomationRow, 'id' | 'companyId' | 'version' | 'createdAt'>>

const isThis = (ctx: CompanyCtx, id: string) => and(eq(automations.companyId, ctx.company.id), eq(automations.id, id))

export const findAutomation = async (ctx: CompanyCtx, id: string): Promise<AutomationRow | null> => {
  const [row] = await ctx.db.select().from(automations).where(isThis(ctx, id))
  return row ?? null
}

export const lockAutomation = async (tx: CompanyCtx, id: string): Promise<AutomationRow | null> => {
  const [row] = await tx.db.select().from(automations).where(isThis(tx, id)).for('update')
  return row ?? null
}

export const insertAutomation = async (
  tx: CompanyCtx,
  row: Omit<typeof automations.$inferInsert, 'companyId'>,
): Promise<void> => {
  await tx.db.insert(automations).values({ ...row, companyId: tx.company.id })
}

/** Changes what a person sees of it, and so its version. */
export const updateAutomation = async (tx: CompanyCtx, id: string, change: Change): Promise<void> => {
  await tx.db
    .update(automations)
    .set({ ...change, version: sql`${automations.version} + 1`, updatedAt: tx.now() })
    .where(isThis(tx, id))
}

/** Says when its schedule starts it next; no one edits that. */
export const saveNextAt = async (tx: Ctx, id: string, nextAt: Date | null): Promise<void> => {
  await tx.db.execute(
    sql`update automations set next_at = ${nextAt?.toISOString() ?? null}::timestamptz where id = ${id}`,
  )
}

/** How many there are that are not archived, and how many of them are active. */
export const countAutomations = async (ctx: CompanyCtx): Promise<{ all: number; active: number }> => {
  const { rows } = await ctx.db.execute<{ all: number; active: number }>(sql`
    select count(*) filter (where state <> 'archived')::int as all, count(*) filter (where state = 'active')::int as active
    from automations where company_id = ${ctx.company.id}`)
  return rows[0] ?? { all: 0, active: 0 }
}

export type Filters = {
  state?: AutomationRow['state'] | undefined
  trigger?: string | undefined
  folder?: string | undefined
  search?: string | undefined
}

const searched = (text: string) => `%${text.replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`

/** A page of them, those changed last first. */
export const listAutomationRows = async (
  ctx: CompanyCtx,
  { state, trigger, folder, search }: Filters,
  { before, limit }: { before: { at: Date; id: string } | null; limit: number },
): Promise<AutomationRow[]> =>
  ctx.db
    .select()
    .from(automations)
    .where(
      and(
        eq(automations.companyId, ctx.company.id),
        state ? eq(automations.state, state) : sql`${automations.state} <> 'archived'`,
        trigger ? sql`${automations.draft}->'trigger'->>'kind' = ${trigger}` : undefined,
        folder === undefined ? undefined : eq(automations.folder, folder),
        search ? sql`${automations.name} ilike ${searched(search)}` : undefined,
        before
          ? sql`(${automations.updatedAt}, ${automations.id}) < (${before.at.toISOString()}::timestamptz, ${before.id}::uuid)`
          : undefined,
      ),
    )
    .orderBy(desc(automations.updatedAt), desc(automations.id))
    .limit(limit)

export const listFolders = async (ctx: CompanyCtx): Promise<string[]> => {
  const { rows } = await ctx.db.execute<{ folder: string }>(sql`
    select distinct folder from automations
    where company_id = ${ctx.company.id} and folder <> '' and state <> 'archived' order by folder limit 200`)
  return rows.map(({ folder }) => folder)
}

export type Activity = {
  id: string
  started: number
  completed: number
  failed: number
  running: number
  lastRunAt: Date | null
}

/** What some automations did since a moment, and what of it goes on. */
export const findActivity = async (ctx: CompanyCtx, ids: readonly string[], since: Date): Promise<Activity[]> => {
  if (ids.length === 0) return []
  const { rows } = await ctx.db.execute<Omit<Activity, 'lastRunAt'> & { lastRunAt: string | null }>(sql`
    select a.id, d.started, d.completed, d.failed, r.running, l.at as "lastRunAt"
    from unnest(${sql.param([...ids])}::uuid[]) a(id)
    cross join lateral (
      select count(*)::int as started, count(*) filter (where state = 'completed')::int as completed,
        count(*) filter (where state = 'failed')::int as failed
      from (select state from automation_runs where company_id = ${ctx.company.id} and automation_id = a.id
        and started_at > ${since.toISOString()}::timestamptz and id > ${firstIdOf(since)}::uuid limit 100000) x) d
    cross join lateral (
      select count(*)::int as running from (select 1 from automation_runs where automation_id = a.id
        and state in ('queued', 'pending', 'delayed') limit 100000) x) r
    left join lateral (
      select started_at as at from automation_runs where company_id = ${ctx.company.id} and automation_id = a.id
      order by id desc limit 1) l on true`)
  return rows.map(({ lastRunAt, ...row }) => ({ ...row, lastRunAt: lastRunAt === null ? null : new Date(lastRunAt) }))
}

/** The smallest id that can have been made at a moment, a minute of leeway for clocks included. */
export const firstIdOf = (at: Date): string => {
  const hex = Math.max(0, at.getTime() - 60_000)
    .toString(16)
    .padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000`
}

const isVersion = (ctx: CompanyCtx, automationId: string, number: number) =>
  and(
    eq(automationVersions.companyId, ctx.company.id),
    eq(automationVersions.automationId, automationId),
    eq(automationVersions.number, number),
  )

export const findVersion = async (
  ctx: CompanyCtx,
  automationId: string,
  number: number,
): Promise<VersionRow | null> => {
  const [row] = await ctx.db
    .select()
    .from(automationVersions)
    .where(isVersion(ctx, automationId, number))
  return row ?? null
}

export const insertVersion = async (
  tx: CompanyCtx,
  row: Omit<typeof automationVersions.$inferInsert, 'companyId'>,
): Promise<void> => {
  await tx.db.insert(automationVersions).values({ ...row, companyId: tx.company.id })
}

export const lastNumber = async (tx: CompanyCtx, automationId: string): Promise<number> => {
  const { rows } = await tx.db.execute<{ n: number }>(sql`
    select coalesce(max(number), 0)::int as n from automation_versions where automation_id = ${automationId}`)
  return rows[0]?.n ?? 0
}

export const listVersionRows = (ctx: CompanyCtx, automationId: string): Promise<Omit<VersionRow, 'graph'>[]> => {
  const { graph: _graph, ...columns } = {
    automationId: automationVersions.automationId,
    companyId: automationVersions.companyId,
    number: automationVersions.number,
    graph: automationVersions.graph,
    note: automationVersions.note,
    authorId: automationVersions.authorId,
    publishedAt: automationVersions.publishedAt,
  }
  return ctx.db
    .select(columns)
    .from(automationVersions)
    .where(and(eq(automationVersions.companyId, ctx.company.id), eq(automationVersions.automationId, automationId)))
    .orderBy(desc(automationVersions.number))
    .limit(500)
}

export const countRunning = async (ctx: CompanyCtx, automationId: string): Promise<Map<number, number>> => {
  const { rows } = await ctx.db.execute<{ version: number; n: number }>(sql`
    select version, count(*)::int as n from automation_runs where company_id = ${ctx.company.id}
      and automation_id = ${automationId} and state in ('queued', 'pending', 'delayed') group by version`)
  return new Map(rows.map(({ version, n }) => [version, n]))
}

/** People by their ids, as they are shown. */
export const findPeople = async (ctx: Ctx, ids: readonly (string | null)[]) => {
  const known = ids.filter((id) => id !== null)
  const rows =
    known.length === 0
      ? []
      : await ctx.db
          .select({ id: users.id, name: users.name, file: users.avatarFileId })
          .from(users)
          .where(inArray(users.id, known))
  return new Map(rows.map(({ id, name, file }) => [id, personOf(id, name, file)]))
}

/** What is live in a company, or still at work: for what happens there. */
export type LiveRow = {
  id: string
  name: string
  state: AutomationRow['state']
  listens: string[]
  liveVersion: number
  activatedAt: Date | null
  graph: AutomationGraph
}

export const listLive = async (ctx: Pick<Ctx, 'db'>, companyId: string): Promise<LiveRow[]> =>
  (await ctx.db
    .select({
      id: automations.id,
      name: automations.name,
      state: automations.state,
      listens: automations.listens,
      liveVersion: automationVersions.number,
      activatedAt: automations.activatedAt,
      graph: automationVersions.graph,
    })
    .from(automations)
    .innerJoin(
      automationVersions,
      and(eq(automationVersions.automationId, automations.id), eq(automationVersions.number, automations.liveVersion)),
    )
    .where(
      and(eq(automations.companyId, companyId), inArray(automations.state, ['active', 'paused'])),
    )) satisfies LiveRow[]

/** Automations that begin by their schedule now. */
export const findDueSchedules = async (
  ctx: Ctx,
  now: Date,
  limit: number,
): Promise<{ id: string; companyId: string; nextAt: Date }[]> => {
  const { rows } = await ctx.db.execute<{ id: string; companyId: string; nextAt: string }>(sql`
    select id, company_id as "companyId", next_at as "nextAt" from automations
    where state = 'active' and next_at is not null and next_at <= ${now.toISOString()}::timestamptz
    order by next_at limit ${limit}`)
  return rows.map((row) => ({ ...row, nextAt: new Date(row.nextAt) }))
}

/** Those of the ids that the company has and that are not archived. */
export const findExistingAutomations = async (ctx: CompanyCtx, ids: readonly string[]): Promise<string[]> => {
  const rows = await ctx.db
    .select({ id: automations.id })
    .from(automations)
    .where(
      and(
        eq(automations.companyId, ctx.company.id),
        inArray(automations.id, [...ids]),
        sql`${automations.state} <> 'archived'`,
      ),
    )
  return rows.map(({ id }) => id)
}

/** Those of some files that automations of the company keep. */
export const findOwnFiles = async (ctx: CompanyCtx, ids: readonly string[]): Promise<string[]> => {
  const { rows } = await ctx.db.execute<{ id: string }>(sql`
    select f.id from files f join automations a on a.id = f.owner_id and a.company_id = f.company_id
    where f.company_id = ${ctx.company.id} and f.id = any(${sql.param([...ids])}::uuid[])
      and f.owner_kind = 'attachment' and f.deleted_at is null`)
  return rows.map(({ id }) => id)
}

type Use = { plan: Plan; isOnTrial: boolean; runs: number }

/** What the company pays for, and how many runs began in a month. */
export const findUse = async (ctx: CompanyCtx, month: string): Promise<Use> => {
  const { rows } = await ctx.db.execute<Use>(sql`
    select c.plan, c.status = 'trial' as "isOnTrial", coalesce(n.runs, 0) as runs from companies c
    left join automation_run_counts n on n.company_id = c.id and n.month = ${month}::date
    where c.id = ${ctx.company.id}`)
  return rows[0] ?? { plan: 'free', isOnTrial: false, runs: 0 }
}
