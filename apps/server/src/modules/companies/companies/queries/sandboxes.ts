import { sql } from 'drizzle-orm'
import type { Ctx } from '#server/context.ts'

/** What a sandbox has of its company. */
const shared = sql.raw('name, country, currency, timezone, locale, segment, status, access_blocks, plan_blocks')

/** Adds the sandbox of a company, which has one at most. */
export const insertSandbox = async (ctx: Ctx, id: string, companyId: string): Promise<void> => {
  await ctx.db.execute(sql`
    insert into companies (id, sandbox_of, ${shared})
    select ${id}::uuid, c.id, ${shared} from companies c where c.id = ${companyId}::uuid and c.deleted_at is null
    on conflict do nothing`)
}

export const findSandbox = async (ctx: Ctx, companyId: string): Promise<string | null> => {
  const { rows } = await ctx.db.execute<{ id: string }>(
    sql`select id from companies where sandbox_of = ${companyId}::uuid and deleted_at is null`,
  )
  return rows[0]?.id ?? null
}

export const updateSandbox = async (ctx: Ctx, companyId: string): Promise<void> => {
  await ctx.db.execute(sql`
    update companies s set (${shared}) = (select ${shared} from companies c where c.id = ${companyId}::uuid)
    where s.sandbox_of = ${companyId}::uuid and s.deleted_at is null`)
}

export const removeSandbox = async (ctx: Ctx, companyId: string, at: Date): Promise<void> => {
  await ctx.db.execute(sql`
    update companies set deleted_at = ${at.toISOString()}::timestamptz
    where sandbox_of = ${companyId}::uuid and deleted_at is null`)
}
