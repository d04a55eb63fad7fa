import { and, asc, eq, isNull } from 'drizzle-orm'
import type { Ctx } from '#server/context.ts'
import { slaPolicies } from '#server/db/schema/automation/sla-policies.ts'
import { businessHours } from '#server/db/schema/companies/business-hours.ts'
import { companies } from '#server/db/schema/companies/companies.ts'
import { teamMembers, teams } from '#server/db/schema/companies/teams.ts'
import { chatSettings } from '#server/db/schema/inbox/chat-settings.ts'
import { channels } from '#server/db/schema/whatsapp/channels.ts'

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
