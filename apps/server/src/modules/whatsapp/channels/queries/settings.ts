import { and, eq, sql } from 'drizzle-orm'
import type { Ctx } from '#server/context.ts'
import { businessHours } from '#server/db/schema/companies/business-hours.ts'
import { teams } from '#server/db/schema/companies/teams.ts'
import { channels } from '#server/db/schema/whatsapp/channels.ts'

/** Which of the two a company does not have. */
export const findForeignSettings = async (
  ctx: Ctx,
  companyId: string,
  named: { teamId: string | null; businessHoursId: string | null },
): Promise<('teamId' | 'businessHoursId')[]> => {
  const { teamId, businessHoursId } = named
  const team = teamId
    ? await ctx.db
        .select({ id: teams.id })
        .from(teams)
        .where(and(eq(teams.companyId, companyId), eq(teams.id, teamId)))
    : null
  const hours = businessHoursId
    ? await ctx.db
        .select({ id: businessHours.id })
        .from(businessHours)
        .where(and(eq(businessHours.companyId, companyId), eq(businessHours.id, businessHoursId)))
    : null
  return [
    ...(team?.length === 0 ? (['teamId'] as const) : []),
    ...(hours?.length === 0 ? (['businessHoursId'] as const) : []),
  ]
}

export const saveSettings = async (ctx: Ctx, companyId: string, id: string, settings: Record<string, unknown>) => {
  await ctx.db
    .update(channels)
    .set({ settings, settingsVersion: sql`${channels.settingsVersion} + 1`, updatedAt: ctx.now() })
    .where(and(eq(channels.companyId, companyId), eq(channels.id, id)))
}
