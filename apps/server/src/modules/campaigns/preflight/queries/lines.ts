import { sql } from 'drizzle-orm'
import type { CompanyCtx } from '#server/context.ts'

export type Line = {
  id: string
  throughput: number
  messagingLimit: string | null
  quality: string | null
  scope: string
}

/** What bounds the numbers of a campaign. */
export const findLines = async (ctx: CompanyCtx, ids: readonly string[]): Promise<Line[]> => {
  const { rows } = await ctx.db.execute<Line>(sql`
    select c.id, c.throughput, c.messaging_limit as "messagingLimit", c.quality, coalesce(a.portfolio_id, a.waba_id) as scope
    from channels c join wa_accounts a on a.id = c.wa_account_id
    where c.company_id = ${ctx.company.id} and c.id = any(${sql.param([...ids])}::uuid[]) and c.disconnected_at is null`)
  return rows
}

/**
 * How many campaigns that run send by numbers of each scope, whichever company they are of. While the people of a test are
 * watched, its campaign sends nothing.
 */
export const countRunningIn = async (ctx: CompanyCtx, scopes: readonly string[]): Promise<Map<string, number>> => {
  const { rows } = await ctx.db.execute<{ scope: string; n: number }>(sql`
    select coalesce(a.portfolio_id, a.waba_id) as scope, count(distinct c.id)::int as n
    from campaigns c
    cross join lateral jsonb_array_elements(c.content -> 'channels') as e(channel)
    join channels ch on ch.id = (e.channel ->> 'channelId')::uuid
    join wa_accounts a on a.id = ch.wa_account_id
    where c.state = 'running' and (c.test_ends_at is null or c.test_decision is not null)
      and coalesce(a.portfolio_id, a.waba_id) = any(${sql.param([...scopes])}::text[])
    group by 1`)
  return new Map(rows.map(({ scope, n }) => [scope, n]))
}
