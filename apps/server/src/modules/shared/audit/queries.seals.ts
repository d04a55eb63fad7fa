import { sql } from 'drizzle-orm'
import { NIL } from 'uuid'
import type { Ctx } from '#server/context.ts'
import { lockName } from '#server/db/lock.ts'
import { auditSeals } from '#server/db/schema/shared/audit.ts'

/** What a hash covers: every column of a row as text, in one fixed order. */
const sealedText = sql.raw(`concat_ws(chr(31), a.id, coalesce(a.company_id::text, ''), a.actor_kind,
  coalesce(a.actor_id, ''), coalesce(a.on_behalf_of::text, ''), a.action, coalesce(a.target_type, ''),
  coalesce(a.target_id, ''), coalesce(a.target_label, ''), coalesce(a.diff::text, ''), coalesce(a.ip, ''),
  coalesce(a.user_agent, ''), coalesce(a.source, ''), coalesce(a.request_id, ''),
  extract(epoch from a.created_at)::numeric::text)`)

export type Unsealed = { id: string; scope: string; rowAt: string; text: string }

/** Held until the end of the transaction, so that one process seals at a time. */
export const lockSealing = (ctx: Ctx): Promise<void> => lockName(ctx, 'audit seals')

/** Rows that no seal covers yet, oldest first. A transaction may commit its rows up to a day after it dated them. */
export const listUnsealed = async (ctx: Ctx, limit: number): Promise<Unsealed[]> => {
  const result = await ctx.db.execute<Unsealed>(sql`
    select a.id, coalesce(a.company_id, ${NIL}::uuid) as scope, a.created_at::text as "rowAt", ${sealedText} as text
    from audit_logs a
    where a.created_at >= (select coalesce(max(row_at) - interval '1 day', '-infinity') from audit_seals)
      and not exists (select 1 from audit_seals s where s.audit_id = a.id)
    order by a.created_at, a.id limit ${limit}`)
  return result.rows
}

/** The end of each chain. */
export const listTips = async (ctx: Ctx, scopes: readonly string[]) => {
  const result = await ctx.db.execute<{ scope: string; position: string; hash: string }>(sql`
    select t.scope, t.position, t.hash from unnest(${sql.param(scopes)}::uuid[]) as want(scope)
    cross join lateral (
      select s.scope, s.position, s.hash from audit_seals s where s.scope = want.scope order by s.position desc limit 1
    ) t`)
  return new Map(result.rows.map((row) => [row.scope, { position: Number(row.position), hash: row.hash }]))
}

export const insertSeals = async (ctx: Ctx, rows: (typeof auditSeals.$inferInsert)[]): Promise<void> => {
  if (rows.length > 0) await ctx.db.insert(auditSeals).values(rows)
}

export type Sealed = {
  scope: string
  position: string
  auditId: string
  prevHash: string
  hash: string
  /** Null when the row is gone. */
  text: string | null
}

/** Seals after a place, chain by chain, each with its row as it is now. */
export const listSealed = async (ctx: Ctx, after: { scope: string; position: number }, limit: number) => {
  const result = await ctx.db.execute<Sealed>(sql`
    select s.scope, s.position, s.audit_id as "auditId", s.prev_hash as "prevHash", s.hash,
      case when a.id is null then null else ${sealedText} end as text
    from audit_seals s left join audit_logs a on a.id = s.audit_id
    where (s.scope, s.position) > (${after.scope}::uuid, ${after.position}::bigint)
    order by s.scope, s.position limit ${limit}`)
  return result.rows
}

/** Removes rows from before an instant with their seals, at most so many; answers how many. */
export const forgetRows = async (ctx: Ctx, before: Date, most: number): Promise<number> => {
  const result = await ctx.db.execute<{ gone: number }>(
    sql`select forget_audit_logs(${before.toISOString()}::timestamptz, ${most}) as gone`,
  )
  return result.rows[0]?.gone ?? 0
}
