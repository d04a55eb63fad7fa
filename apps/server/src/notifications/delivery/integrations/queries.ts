import type { ChannelType } from '@recado/contracts/notifications/domain'
import { and, asc, eq, inArray, isNull, or, sql } from 'drizzle-orm'
import type { Ctx } from '#server/context.ts'
import { brokenConstraint } from '#server/db/broken-constraint.ts'
import { notificationIntegrations } from '#server/db/schema/notifications/integrations.ts'
import type { EnvironmentCtx } from '#server/notifications/shared/context.ts'

export type IntegrationRow = typeof notificationIntegrations.$inferSelect
export type NewIntegration = typeof notificationIntegrations.$inferInsert

const live = isNull(notificationIntegrations.deletedAt)
const ofEnvironment = (ctx: EnvironmentCtx) => and(live, eq(notificationIntegrations.environmentId, ctx.environment.id))
const ofOrganization = (ctx: EnvironmentCtx) =>
  and(live, eq(notificationIntegrations.organizationId, ctx.environment.organizationId))

/** Integrations of the environment, oldest first, their credentials sealed. */
export const listIntegrations = (ctx: EnvironmentCtx): Promise<IntegrationRow[]> =>
  ctx.db.select().from(notificationIntegrations).where(ofEnvironment(ctx)).orderBy(asc(notificationIntegrations.id))

/** Those of every environment of the organisation. */
export const listOrganizationIntegrations = (
  ctx: EnvironmentCtx,
  { active }: { active?: boolean } = {},
): Promise<IntegrationRow[]> =>
  ctx.db
    .select()
    .from(notificationIntegrations)
    .where(and(ofOrganization(ctx), active === undefined ? undefined : eq(notificationIntegrations.active, active)))
    .orderBy(asc(notificationIntegrations.id))

/** By id, in whichever environment of the organisation. */
export const findOrganizationIntegration = async (ctx: EnvironmentCtx, id: string): Promise<IntegrationRow | null> => {
  const [row] = await ctx.db
    .select()
    .from(notificationIntegrations)
    .where(and(ofOrganization(ctx), eq(notificationIntegrations.id, id.toLowerCase())))
  return row ?? null
}

/** By id or identifier, or with `byProvider` any of a provider: the active ones and the primary first. */
export const findIntegrationByName = async (
  ctx: EnvironmentCtx,
  text: string,
  { byProvider = false, channel }: { byProvider?: boolean; channel?: ChannelType } = {},
): Promise<IntegrationRow | null> => {
  const { id, identifier, providerId, active, primary } = notificationIntegrations
  const [row] = await ctx.db
    .select()
    .from(notificationIntegrations)
    .where(
      and(
        ofEnvironment(ctx),
        channel ? eq(notificationIntegrations.channel, channel) : undefined,
        or(eq(id, text.toLowerCase()), eq(identifier, text), byProvider ? eq(providerId, text) : undefined),
      ),
    )
    .orderBy(sql`${id} = ${text.toLowerCase()} desc, ${identifier} = ${text} desc, ${active} desc, ${primary} desc`, id)
    .limit(1)
  return row ?? null
}

/** Lets one change at a time decide about the integrations of a channel; until the transaction ends. */
export const lockChannel = async (ctx: EnvironmentCtx, channel: ChannelType): Promise<void> => {
  await ctx.db.execute(
    sql`select pg_advisory_xact_lock(hashtextextended(${`integrations ${ctx.environment.id} ${channel}`}, 0))`,
  )
}

export const listChannelIntegrations = (ctx: EnvironmentCtx, channel: ChannelType): Promise<IntegrationRow[]> =>
  ctx.db
    .select()
    .from(notificationIntegrations)
    .where(and(ofEnvironment(ctx), eq(notificationIntegrations.channel, channel)))
    .orderBy(asc(notificationIntegrations.id))

/** Null when another one of the environment has the identifier. */
export const insertIntegration = async (
  ctx: EnvironmentCtx,
  values: NewIntegration,
): Promise<IntegrationRow | null> => {
  const [row] = await ctx.db.insert(notificationIntegrations).values(values).onConflictDoNothing().returning()
  return row ?? null
}

export const isIdentifierTaken = async (ctx: EnvironmentCtx, identifier: string): Promise<boolean> => {
  const rows = await ctx.db
    .select({ id: notificationIntegrations.id })
    .from(notificationIntegrations)
    .where(and(ofEnvironment(ctx), eq(notificationIntegrations.identifier, identifier)))
  return rows.length > 0
}

/** False when another one took the identifier in the same moment. */
export const updateIntegration = async (
  ctx: EnvironmentCtx,
  id: string,
  values: Partial<Omit<NewIntegration, 'id' | 'environmentId' | 'organizationId'>>,
): Promise<boolean> => {
  try {
    await ctx.db
      .update(notificationIntegrations)
      .set({ ...values, updatedAt: ctx.now() })
      .where(and(ofEnvironment(ctx), eq(notificationIntegrations.id, id)))
    return true
  } catch (error) {
    if (brokenConstraint(error) === 'notification_integrations_identifier') return false
    throw error
  }
}

/** The primary ones are cleared first: of two at the same moment the index would refuse one. */
export const clearPrimary = async (ctx: EnvironmentCtx, ids: string[]): Promise<void> => {
  if (ids.length === 0) return
  await ctx.db
    .update(notificationIntegrations)
    .set({ primary: false })
    .where(and(ofEnvironment(ctx), inArray(notificationIntegrations.id, ids)))
}

export const setRank = async (
  ctx: EnvironmentCtx,
  id: string,
  rank: { primary: boolean; priority: number },
): Promise<void> => {
  await ctx.db
    .update(notificationIntegrations)
    .set(rank)
    .where(and(ofEnvironment(ctx), eq(notificationIntegrations.id, id)))
}

/** Integrations of an environment that a stranger names; null unless all the names fit together. */
export const findIntegrationOfWebhook = async (
  ctx: Pick<Ctx, 'db'>,
  names: { organizationId: string; environmentId: string; channel: ChannelType; integration: string },
): Promise<IntegrationRow | null> => {
  const { organizationId, environmentId, channel, identifier, id } = notificationIntegrations
  const [row] = await ctx.db
    .select()
    .from(notificationIntegrations)
    .where(
      and(
        live,
        eq(organizationId, names.organizationId.toLowerCase()),
        eq(environmentId, names.environmentId.toLowerCase()),
        eq(channel, names.channel),
        or(eq(id, names.integration.toLowerCase()), eq(identifier, names.integration)),
      ),
    )
    .orderBy(sql`${id} = ${names.integration.toLowerCase()} desc`)
    .limit(1)
  return row ?? null
}
