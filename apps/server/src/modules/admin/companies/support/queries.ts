import { type SQL, sql } from 'drizzle-orm'
import type { Ctx } from '#server/context.ts'

// People consent by a key of their preferences, which holds until when.
const consents = (now: Date) => sql`(u.status = 'active' and u.role = 'customer'
  and u.preferences ->> 'supportConsentUntil' > ${now.toISOString()})`

const consentingIn = (now: Date) =>
  sql`company_members m join users u on u.id = m.user_id where m.company_id = c.id and ${consents(now)}`

/** Condition on a company `c`: one of its members grants access to support. */
export const hasConsent = (now: Date): SQL => sql`exists (select 1 from ${consentingIn(now)})`

/** How many people of some companies let support staff in now. */
export const countConsenting = async (ctx: Ctx, companyIds: readonly string[]): Promise<Map<string, number>> => {
  const result = await ctx.db.execute<{ id: string; n: number }>(sql`
    select c.id, (select count(*)::int from ${consentingIn(ctx.now())}) as n
    from unnest(${sql.param(companyIds)}::uuid[]) as c(id)`)
  return new Map(result.rows.map(({ id, n }) => [id, n]))
}

/** Until when some people let support staff in, of those who do. */
export const listConsents = async (ctx: Ctx, userIds: readonly string[]) => {
  const result = await ctx.db.execute<{
    id: string
    preferences: Record<string, unknown>
    status: string
    role: string
  }>(sql`select u.id, u.preferences, u.status, u.role from users u where u.id = any(${sql.param(userIds)}::uuid[])`)
  return result.rows
}
