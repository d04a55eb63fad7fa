import { and, asc, eq, isNull } from 'drizzle-orm'
import type { Ctx } from '#server/context.ts'
import {
  businessHours,
  channels,
  chatSettings,
  companies,
  slaPolicies,
  teamMembers,
  teams,
} from '#server/db/schema/index.ts'

/** Anything that reads: the pool's database, or a transaction. */
export type Reader = Pick<Ctx, 'db'>

export const findSettingsRows = async ({ db }: Reader, companyId: string) => {
  const [company] = await db
    .select()
    .from(companies)
    .where(and(eq(companies.id, companyId), isNull(companies.deletedAt)))
  if (!company) return null
  const [settings] = await db.select().from(chatSettings).where(eq(chatSettings.companyId, companyId))
  return {
    company,
    settings: settings?.settings ?? {},
    hours: await db.select().from(businessHours).where(eq(businessHours.companyId, companyId)),
    teams: await db.select().from(teams).where(eq(teams.companyId, companyId)),
    members: await db.select().from(teamMembers).where(eq(teamMembers.companyId, companyId)),
    policies: await db
      .select()
      .from(slaPolicies)
      .where(and(eq(slaPolicies.companyId, companyId), eq(slaPolicies.active, true)))
      .orderBy(asc(slaPolicies.position), asc(slaPolicies.id)),
    channels: await db
      .select({ id: channels.id, settings: channels.settings })
      .from(channels)
      .where(eq(channels.companyId, companyId)),
  }
}
