import { sql } from 'drizzle-orm'
import type { CompanyCtx } from '#server/context.ts'

export type TemplateRow = {
  accountId: string
  name: string
  language: string
  category: string
  status: string
  parameterFormat: 'POSITIONAL' | 'NAMED'
  components: unknown[]
}

export type ContentChannel = { id: string; accountId: string; scope: string }

/** Those of the numbers that the company has, with the account and the scope of identities of each. */
export const findContentChannels = async (ctx: CompanyCtx, ids: readonly string[]): Promise<ContentChannel[]> => {
  const { rows } = await ctx.db.execute<ContentChannel>(sql`
    select c.id, a.id as "accountId", coalesce(a.portfolio_id, a.waba_id) as scope
    from channels c join wa_accounts a on a.id = c.wa_account_id
    where c.company_id = ${ctx.company.id} and c.id = any(${sql.param([...ids])}::uuid[])
      and c.disconnected_at is null`)
  return rows
}

/** Templates by their names in some accounts, in every language. */
export const findTemplates = async (
  ctx: CompanyCtx,
  accountIds: readonly string[],
  names: readonly string[],
): Promise<TemplateRow[]> => {
  const { rows } = await ctx.db.execute<TemplateRow>(sql`
    select wa_account_id as "accountId", name, language, category, status, parameter_format as "parameterFormat", components
    from templates
    where company_id = ${ctx.company.id} and wa_account_id = any(${sql.param([...accountIds])}::uuid[])
      and name = any(${sql.param([...names])}::text[]) and deleted_at is null`)
  return rows
}

export type HeaderFile = { id: string; mime: string; size: number; name: string; sha256: string }

/** Files of the company that stand in the headers of templates. */
export const findHeaderFiles = async (ctx: CompanyCtx, ids: readonly string[]): Promise<HeaderFile[]> => {
  if (ids.length === 0) return []
  const { rows } = await ctx.db.execute<HeaderFile>(sql`
    select id, mime, size::int, name, sha256 from files
    where company_id = ${ctx.company.id} and id = any(${sql.param([...ids])}::uuid[]) and deleted_at is null`)
  return rows
}

/** The currency in which the company counts. */
export const findCurrency = async (ctx: CompanyCtx): Promise<string> => {
  const { rows } = await ctx.db.execute<{ currency: string }>(
    sql`select currency from companies where id = ${ctx.company.id}`,
  )
  return rows[0]?.currency ?? 'USD'
}
