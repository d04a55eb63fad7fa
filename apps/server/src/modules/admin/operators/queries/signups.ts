import type { OnboardingState } from '@recado/contracts/whatsapp/signup'
import { and, desc, eq, exists, lt, or, type SQL, sql } from 'drizzle-orm'
import type { UserCtx } from '#server/context.ts'
import { operatorChannels } from '#server/db/schema/admin/operators.ts'
import { companies } from '#server/db/schema/companies/companies.ts'
import { users } from '#server/db/schema/identity/users.ts'
import { channels } from '#server/db/schema/whatsapp/channels.ts'
import { channelOnboardings } from '#server/db/schema/whatsapp/signup.ts'
import { reachOf } from './channels.ts'

/** Operators see the signups of companies whose numbers they look after. */
const within = (ctx: UserCtx): SQL | undefined => {
  const { userId, all } = reachOf(ctx)
  if (all) return undefined
  return exists(
    ctx.db
      .select({ one: sql`1` })
      .from(operatorChannels)
      .innerJoin(channels, eq(channels.id, operatorChannels.channelId))
      .where(and(eq(operatorChannels.userId, userId), eq(channels.companyId, channelOnboardings.companyId))),
  )
}

export const listSignupsAcrossCompanies = (
  ctx: UserCtx,
  {
    state,
    after,
    limit,
  }: { state?: OnboardingState | undefined; after: { at: Date; id: string } | null; limit: number },
) =>
  ctx.db
    .select({
      row: channelOnboardings,
      startedBy: users.name,
      phone: channels.phone,
      lastEventAt: channels.lastEventAt,
      companyName: companies.name,
    })
    .from(channelOnboardings)
    .innerJoin(companies, eq(companies.id, channelOnboardings.companyId))
    .leftJoin(users, eq(users.id, channelOnboardings.userId))
    .leftJoin(channels, eq(channels.id, channelOnboardings.channelId))
    .where(
      and(
        within(ctx),
        state ? eq(channelOnboardings.state, state) : undefined,
        after
          ? or(
              lt(channelOnboardings.createdAt, after.at),
              and(eq(channelOnboardings.createdAt, after.at), lt(channelOnboardings.id, after.id)),
            )
          : undefined,
      ),
    )
    .orderBy(desc(channelOnboardings.createdAt), desc(channelOnboardings.id))
    .limit(limit)

export const lockSignupAcrossCompanies = async (ctx: UserCtx, id: string) => {
  const rows = await ctx.db
    .select()
    .from(channelOnboardings)
    .where(and(within(ctx), eq(channelOnboardings.id, id)))
    .for('update', { of: channelOnboardings })
  return rows[0] ?? null
}

const over = (step: string) => sql`${channelOnboardings.steps}->${sql.raw(`'${step}'`)}->>'state' in ('ok', 'skipped')`

/** How far the signups of each day came. */
export const funnelAcrossCompanies = (ctx: UserCtx, since: Date) => {
  const day = sql<string>`to_char(${channelOnboardings.createdAt} at time zone 'UTC', 'YYYY-MM-DD')`
  const count = (where: SQL) => sql<number>`(count(*) filter (where ${where}))::int`
  return ctx.db
    .select({
      day,
      opened: sql<number>`count(*)::int`,
      cancelled: count(sql`${channelOnboardings.state} = 'cancelled'`),
      finished: count(over('exchange')),
      registered: count(over('registration')),
      connected: count(over('facts')),
      firstMessage: count(
        sql`${over('facts')} and ${channels.lastEventAt} > (${channelOnboardings.steps}->'number'->>'at')::timestamptz`,
      ),
    })
    .from(channelOnboardings)
    .leftJoin(channels, eq(channels.id, channelOnboardings.channelId))
    .where(and(within(ctx), sql`${channelOnboardings.createdAt} >= ${since.toISOString()}::timestamptz`))
    .groupBy(day)
    .orderBy(day)
}

/** At which step of Meta's window people left. */
export const leftAcrossCompanies = (ctx: UserCtx, since: Date) => {
  const step = sql<string>`coalesce(${channelOnboardings.sessionEvent}->>'currentStep', ${channelOnboardings.sessionEvent}->>'event', '')`
  return ctx.db
    .select({ step, count: sql<number>`count(*)::int` })
    .from(channelOnboardings)
    .where(
      and(
        within(ctx),
        eq(channelOnboardings.state, 'cancelled'),
        sql`${channelOnboardings.createdAt} >= ${since.toISOString()}::timestamptz`,
      ),
    )
    .groupBy(step)
    .orderBy(desc(sql`count(*)`))
    .limit(10)
}
