import type { AutomationGraph } from '@recado/contracts/automation/automation-graph'
import type { FilterGroup } from '@recado/contracts/shared/filter'
import { type SQL, sql } from 'drizzle-orm'
import type { CompanyCtx, Ctx } from '#server/context.ts'
import type { automationSegmentContacts } from '#server/db/schema/automation/runs.ts'

/** Companies of which automations concern segments, or did. */
export const listSegmentCompanies = async (ctx: Ctx): Promise<string[]> => {
  const { rows } = await ctx.db.execute<{ id: string }>(sql`
    select company_id as id from automations
    where listens && array['segment_entered', 'segment_left'] and state in ('active', 'paused')
    union select company_id from automation_segments`)
  return rows.map(({ id }) => id)
}

/** Versions of automations that are not live, and by which runs go. */
export const listEarlierGraphs = async (ctx: CompanyCtx): Promise<AutomationGraph[]> => {
  const { rows } = await ctx.db.execute<{ graph: AutomationGraph }>(sql`
    select v.graph from automations a join automation_versions v on v.automation_id = a.id and v.number <> a.live_version
    where a.company_id = ${ctx.company.id} and a.state in ('active', 'paused')
      and a.listens && array['segment_entered', 'segment_left'] and exists (
        select 1 from automation_runs r where r.automation_id = a.id and r.version = v.number
          and r.state in ('queued', 'pending', 'delayed'))`)
  return rows.map(({ graph }) => graph)
}

/** Keeps the contacts of these segments of the company from now on, and of no others. */
export const setSegments = async (tx: CompanyCtx, ids: readonly string[]): Promise<void> => {
  const wanted = sql`${sql.param([...ids])}::uuid[]`
  await tx.db.execute(sql`
    delete from automation_segments where company_id = ${tx.company.id} and segment_id <> all(${wanted})`)
  await tx.db.execute(sql`
    insert into automation_segments (segment_id, company_id, check_at)
    select id, company_id, ${tx.now().toISOString()}::timestamptz from segments
    where company_id = ${tx.company.id} and id = any(${wanted}) on conflict do nothing`)
}

/** Segments that are to be looked at now, those first that wait longest. */
export const listDueSegments = async (ctx: CompanyCtx): Promise<string[]> => {
  const { rows } = await ctx.db.execute<{ id: string }>(sql`
    select segment_id as id from automation_segments
    where company_id = ${ctx.company.id} and check_at <= ${ctx.now().toISOString()}::timestamptz order by check_at`)
  return rows.map(({ id }) => id)
}

/** `known`: the conditions by which its contacts are kept, `current`: those that it has, in the same form. */
export type WatchedSegment = { id: string; name: string; filter: FilterGroup; known: string | null; current: string }

/** A segment whose contacts are kept, locked; null for one that is not, or that is looked at by another just now. */
export const lockSegment = async (tx: CompanyCtx, id: string): Promise<WatchedSegment | null> => {
  const { rows } = await tx.db.execute<WatchedSegment>(sql`
    select s.id, s.name, s.filter, w.conditions as known, md5(s.filter::text) as current
    from automation_segments w join segments s on s.id = w.segment_id
    where w.company_id = ${tx.company.id} and w.segment_id = ${id} for update of w skip locked`)
  return rows[0] ?? null
}

export const setCheckAt = async (ctx: CompanyCtx, id: string, checkAt: Date): Promise<void> => {
  await ctx.db.execute(sql`update automation_segments set check_at = ${checkAt.toISOString()}::timestamptz
    where company_id = ${ctx.company.id} and segment_id = ${id}`)
}

const inside = (tx: CompanyCtx, where: SQL) => sql`
  select ct.id from contacts ct where ct.company_id = ${tx.company.id} and ct.deleted_at is null
    and ct.erased_at is null and (${where})`

const insertContacts = (tx: CompanyCtx, id: string, untold: 'segment_entered' | null) => sql`
  insert into automation_segment_contacts (segment_id, contact_id, company_id, since, untold)
  select ${id}::uuid, i.id, ${tx.company.id}::uuid, ${tx.now().toISOString()}::timestamptz, ${untold} from inside i
  on conflict do nothing`

/** Keeps who is in a segment now, as if they had always been. */
export const beginContacts = async (tx: CompanyCtx, { id, current }: WatchedSegment, where: SQL): Promise<void> => {
  await tx.db.execute(sql`delete from automation_segment_contacts where segment_id = ${id}`)
  await tx.db.execute(sql`with inside as (${inside(tx, where)}) ${insertContacts(tx, id, null)}`)
  await tx.db.execute(sql`update automation_segments set conditions = ${current} where segment_id = ${id}`)
}

/** Keeps who is in a segment now, and that whoever came or went since the last time is to be told. */
export const updateContacts = async (tx: CompanyCtx, { id }: WatchedSegment, where: SQL): Promise<void> => {
  await tx.db.execute(sql`
    with inside as materialized (${inside(tx, where)}),
    entered as (${insertContacts(tx, id, 'segment_entered')})
    update automation_segment_contacts k set untold = 'segment_left', since = ${tx.now().toISOString()}::timestamptz
    where k.segment_id = ${id} and not exists (select 1 from inside i where i.id = k.contact_id)`)
}

type Row = typeof automationSegmentContacts.$inferSelect
/** Someone who entered a segment or left it. */
export type SegmentChange = { contactId: string; kind: NonNullable<Row['untold']>; since: string }

/** Takes up a portion of those whose coming or going is not told yet; whoever left is not kept any longer. */
export const takeUntold = async (tx: CompanyCtx, id: string, limit: number): Promise<SegmentChange[]> => {
  const { rows } = await tx.db.execute<SegmentChange>(sql`
    with taken as (
      select segment_id, contact_id, untold, since from automation_segment_contacts
      where segment_id = ${id} and company_id = ${tx.company.id} and untold is not null order by contact_id limit ${limit}),
    gone as (
      delete from automation_segment_contacts k using taken t
      where k.segment_id = t.segment_id and k.contact_id = t.contact_id and t.untold = 'segment_left'),
    told as (
      update automation_segment_contacts k set untold = null from taken t
      where k.segment_id = t.segment_id and k.contact_id = t.contact_id and t.untold = 'segment_entered')
    select contact_id as "contactId", untold as kind, since from taken`)
  return rows
}
