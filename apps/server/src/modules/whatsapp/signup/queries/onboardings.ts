import type { OnboardingState } from '@recado/contracts/whatsapp/signup'
import { and, desc, eq, inArray, isNull, lt, notInArray, or, sql } from 'drizzle-orm'
import type { Ctx } from '#server/context.ts'
import { users } from '#server/db/schema/identity/users.ts'
import { channels } from '#server/db/schema/whatsapp/channels.ts'
import { channelOnboardings } from '#server/db/schema/whatsapp/signup.ts'

export type OnboardingRow = typeof channelOnboardings.$inferSelect
export type NewOnboarding = typeof channelOnboardings.$inferInsert

/** What is shown besides the row itself. */
export type ShownOnboarding = {
  row: OnboardingRow
  startedBy: string | null
  phone: string | null
  lastEventAt: Date | null
}

export const ended: OnboardingState[] = ['done', 'discarded']

const shown = (ctx: Pick<Ctx, 'db'>) =>
  ctx.db
    .select({
      row: channelOnboardings,
      startedBy: users.name,
      phone: channels.phone,
      lastEventAt: channels.lastEventAt,
    })
    .from(channelOnboardings)
    .leftJoin(users, eq(users.id, channelOnboardings.userId))
    .leftJoin(channels, eq(channels.id, channelOnboardings.channelId))

export const listShown = (ctx: Ctx, companyId: string, limit: number): Promise<ShownOnboarding[]> =>
  shown(ctx)
    .where(and(eq(channelOnboardings.companyId, companyId), sql`${channelOnboardings.state} <> 'discarded'`))
    .orderBy(desc(channelOnboardings.createdAt), desc(channelOnboardings.id))
    .limit(limit)

export const findShown = async (ctx: Ctx, companyId: string, id: string): Promise<ShownOnboarding | null> => {
  const rows = await shown(ctx)
    .where(and(eq(channelOnboardings.companyId, companyId), eq(channelOnboardings.id, id)))
    .limit(1)
  return rows[0] ?? null
}

export const lockOnboarding = async (ctx: Ctx, companyId: string, id: string): Promise<OnboardingRow | null> => {
  const rows = await ctx.db
    .select()
    .from(channelOnboardings)
    .where(and(eq(channelOnboardings.companyId, companyId), eq(channelOnboardings.id, id)))
    .for('update')
  return rows[0] ?? null
}

export const insertOnboarding = async (ctx: Ctx, row: NewOnboarding): Promise<void> => {
  await ctx.db.insert(channelOnboardings).values(row)
}

export const updateOnboarding = async (ctx: Ctx, companyId: string, id: string, values: Partial<NewOnboarding>) => {
  await ctx.db
    .update(channelOnboardings)
    .set({ ...values, updatedAt: ctx.now() })
    .where(and(eq(channelOnboardings.companyId, companyId), eq(channelOnboardings.id, id)))
}

/** Those whose window was opened and not gone through, the latest first. */
export const listInWindow = (ctx: Ctx, companyId: string): Promise<OnboardingRow[]> =>
  ctx.db
    .select()
    .from(channelOnboardings)
    .where(
      and(
        eq(channelOnboardings.companyId, companyId),
        or(
          eq(channelOnboardings.state, 'cancelled'),
          and(
            eq(channelOnboardings.state, 'opened'),
            sql`coalesce(${channelOnboardings.steps} -> 'exchange' ->> 'state', '') <> 'running'`,
          ),
        ),
      ),
    )
    .orderBy(desc(channelOnboardings.updatedAt), desc(channelOnboardings.id))

export const countOpen = async (ctx: Ctx, companyId: string): Promise<number> => {
  const rows = await ctx.db
    .select({ count: sql<number>`count(*)::int` })
    .from(channelOnboardings)
    .where(and(eq(channelOnboardings.companyId, companyId), notInArray(channelOnboardings.state, ended)))
  return rows[0]?.count ?? 0
}

/** Signups without progress for a while: failed ones, and those abandoned in Meta's window. */
export const listForgottenAcrossCompanies = (ctx: Ctx, before: { stopped: Date; left: Date }) =>
  ctx.db
    .select()
    .from(channelOnboardings)
    .where(
      and(
        isNull(channelOnboardings.finishedAt),
        or(
          and(
            inArray(channelOnboardings.state, ['failed', 'waiting']),
            lt(channelOnboardings.stoppedAt, before.stopped),
            isNull(channelOnboardings.stuckToldAt),
          ),
          and(
            inArray(channelOnboardings.state, ['cancelled', 'opened']),
            lt(channelOnboardings.updatedAt, before.left),
            isNull(channelOnboardings.remindedAt),
          ),
        ),
      ),
    )
    .limit(500)

export const deleteOldAcrossCompanies = async (ctx: Ctx, before: Date): Promise<void> => {
  await ctx.db.delete(channelOnboardings).where(lt(channelOnboardings.createdAt, before))
}
