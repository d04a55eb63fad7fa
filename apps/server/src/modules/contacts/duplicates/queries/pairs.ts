import type { duplicateReasons } from '@recado/contracts/contacts/contacts'
import { type SQL, sql } from 'drizzle-orm'
import type { CompanyCtx, Ctx } from '#server/context.ts'
import type { Sql } from '#server/modules/contacts/contacts/index.ts'
import type { MergeMove } from '#server/modules/contacts/merges/index.ts'
import { likeliness } from './likeliness.ts'

/** A contact of a pair as the database gives it. */
export type PairSide = {
  id: string
  name: string | null
  profileName: string | null
  phone: string | null
  username: string | null
  email: string | null
  organization: string | null
  createdAt: string
  lastInboundAt: string | null
}
export type PairRow = {
  id: string
  score: number
  reasons: (typeof duplicateReasons)[number][]
  foundAt: string
  a: PairSide
  b: PairSide
}
export type PairPlace = { score: number; id: string }

const side = (alias: string): SQL => sql`jsonb_build_object(
  'id', ${sql.raw(alias)}.id, 'name', ${sql.raw(alias)}.name, 'profileName', ${sql.raw(alias)}.profile_name,
  'phone', ${sql.raw(alias)}.phone, 'email', ${sql.raw(alias)}.email, 'organization', ${sql.raw(alias)}.organization,
  'createdAt', ${sql.raw(alias)}.created_at, 'lastInboundAt', ${sql.raw(alias)}.last_inbound_at,
  'username', (select i.username from contact_identities i where i.company_id = ${sql.raw(alias)}.company_id
    and i.contact_id = ${sql.raw(alias)}.id and i.username is not null order by i.updated_at desc limit 1))`

/** Pairs of which both are still there. */
const openPairs = (ctx: CompanyCtx): SQL => sql`
  duplicate_candidates d
  join contacts a on a.company_id = d.company_id and a.id = d.a_id and a.deleted_at is null and a.erased_at is null
  join contacts b on b.company_id = d.company_id and b.id = d.b_id and b.deleted_at is null and b.erased_at is null
  where d.company_id = ${ctx.company.id} and d.state = 'open'`

/**
 * Documents are not looked up by readers who do not see them: pairs that share nothing else are hidden from them, and the
 * others are as likely as they would be without.
 */
const seenOf = (full: boolean): { reasons: SQL; score: SQL; shown: SQL } => {
  if (full) return { reasons: sql`d.reasons`, score: sql`d.score`, shown: sql`` }
  const reasons = sql`array_remove(d.reasons, 'document')`
  const others = sql`(case when 'phone' = any(d.reasons) then ${likeliness.phone}::real
    when 'email' = any(d.reasons) then ${likeliness.email}::real else ${likeliness.name}::real end
    + ${likeliness.further}::real * (cardinality(${reasons}) - 1))::real`
  const score = sql`case when 'document' = any(d.reasons) then ${others} else d.score end`
  return { reasons, score, shown: sql`and ${reasons} <> '{}'` }
}

export const listPairs = async (
  ctx: CompanyCtx,
  { after, full }: { after: PairPlace | null; full: boolean },
  limit: number,
): Promise<PairRow[]> => {
  const { reasons, score, shown } = seenOf(full)
  const { rows } = await ctx.db.execute<PairRow>(sql`
    select d.id, ${score} as score, ${reasons} as reasons, to_json(d.created_at) #>> '{}' as "foundAt", ${side('a')} as a, ${side('b')} as b
    from ${openPairs(ctx)} ${shown} ${after ? sql`and (${score}, d.id) < (${after.score}::real, ${after.id}::uuid)` : sql``}
    order by ${score} desc, d.id desc limit ${limit}`)
  return rows
}

export const countPairs = async (ctx: CompanyCtx, full: boolean): Promise<number> => {
  const { rows } = await ctx.db.execute<{ count: number }>(
    sql`select count(*)::int as count from ${openPairs(ctx)} ${seenOf(full).shown}`,
  )
  return rows[0]?.count ?? 0
}

/** Whether there is such a pair that was not merged. */
export const isDecidable = async (ctx: CompanyCtx, id: string): Promise<boolean> => {
  const { rows } = await ctx.db.execute(sql`
    select 1 from duplicate_candidates where company_id = ${ctx.company.id} and id = ${id} and state <> 'merged'`)
  return rows.length > 0
}

/** Decides about pairs that were not merged, or takes that back; answers how many are others than before. */
export const decidePairs = async (
  ctx: CompanyCtx,
  ids: readonly string[],
  state: 'open' | 'dismissed',
): Promise<number> => {
  const decidedBy = ctx.actor.kind === 'user' && state === 'dismissed' ? ctx.actor.userId : null
  const { rowCount } = await ctx.db.execute(sql`
    update duplicate_candidates set state = ${state}, decided_by = ${decidedBy}::uuid,
      decided_at = case when ${state} = 'open' then null else ${ctx.now().toISOString()}::timestamptz end
    where company_id = ${ctx.company.id} and id = any(${sql.param([...ids])}::uuid[]) and state not in ('merged', ${state})`)
  return rowCount ?? 0
}

/** How many pairs wait in each company where some were found since a moment. */
export const findWaiting = async (ctx: Ctx, since: Date): Promise<{ companyId: string; count: number }[]> => {
  const { rows } = await ctx.db.execute<{ companyId: string; count: number }>(sql`
    select d.company_id as "companyId", count(*)::int as count from duplicate_candidates d
    join companies c on c.id = d.company_id and c.deleted_at is null
    join contacts a on a.company_id = d.company_id and a.id = d.a_id and a.deleted_at is null and a.erased_at is null
    join contacts b on b.company_id = d.company_id and b.id = d.b_id and b.deleted_at is null and b.erased_at is null
    where d.state = 'open' group by d.company_id having max(d.created_at) >= ${since.toISOString()}::timestamptz`)
  return rows
}

/** Two contacts became one; after an undo they are two people. */
export const settlePair = async (sqlOf: Sql, { companyId, from, to, moved }: MergeMove): Promise<readonly string[]> => {
  await sqlOf.query({
    text: `update duplicate_candidates set state = $4, decided_at = now()
      where company_id = $1 and a_id = least($2::uuid, $3::uuid) and b_id = greatest($2::uuid, $3::uuid)`,
    values: [companyId, from, to, moved ? 'dismissed' : 'merged'],
  })
  return []
}
