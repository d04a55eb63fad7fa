import { and, eq, isNull } from 'drizzle-orm'
import { notificationIntegrations } from '#server/db/schema/notifications/integrations.ts'
import { notificationOrganizations } from '#server/db/schema/notifications/organizations.ts'
import type { EnvironmentCtx } from '#server/notifications/shared/context.ts'

/** The sealed credentials of the active in-app integration. */
export const findInAppCredentials = async (ctx: EnvironmentCtx): Promise<string | null> => {
  const [row] = await ctx.db
    .select({ credentials: notificationIntegrations.credentials })
    .from(notificationIntegrations)
    .where(
      and(
        eq(notificationIntegrations.environmentId, ctx.environment.id),
        eq(notificationIntegrations.channel, 'in_app'),
        eq(notificationIntegrations.active, true),
        isNull(notificationIntegrations.deletedAt),
      ),
    )
    .limit(1)
  return row?.credentials ?? null
}

export const findOrganization = async (ctx: EnvironmentCtx) => {
  const [row] = await ctx.db
    .select()
    .from(notificationOrganizations)
    .where(eq(notificationOrganizations.id, ctx.environment.organizationId))
  return row ?? null
}
