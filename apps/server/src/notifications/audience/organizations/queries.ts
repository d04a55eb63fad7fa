import { and, asc, eq, type SQL, sql } from 'drizzle-orm'
import type { Ctx } from '#server/context.ts'
import { notificationMembers, notificationOrganizations } from '#server/db/schema/notifications/organizations.ts'
import type { EnvironmentCtx } from '#server/notifications/shared/context.ts'

type Db = Pick<Ctx, 'db'>
export type OrganizationRow = typeof notificationOrganizations.$inferSelect
export type MemberRow = typeof notificationMembers.$inferSelect

/** Null when one of this id exists; it waits for a transaction that is just making it. */
export const insertOrganization = async (
  ctx: Db,
  values: typeof notificationOrganizations.$inferInsert,
): Promise<OrganizationRow | null> => {
  const [row] = await ctx.db.insert(notificationOrganizations).values(values).onConflictDoNothing().returning()
  return row ?? null
}

export const insertMember = async (ctx: Db, values: typeof notificationMembers.$inferInsert): Promise<void> => {
  await ctx.db.insert(notificationMembers).values(values)
}

export const findOrganization = async (ctx: EnvironmentCtx): Promise<OrganizationRow | null> => {
  const [row] = await ctx.db
    .select()
    .from(notificationOrganizations)
    .where(eq(notificationOrganizations.id, ctx.environment.organizationId))
  return row ?? null
}

const change = async (
  ctx: EnvironmentCtx,
  values: { name: string } | { branding: SQL },
): Promise<OrganizationRow | null> => {
  const [row] = await ctx.db
    .update(notificationOrganizations)
    .set({ ...values, updatedAt: ctx.now() })
    .where(eq(notificationOrganizations.id, ctx.environment.organizationId))
    .returning()
  return row ?? null
}

export const renameOrganization = (ctx: EnvironmentCtx, name: string) => change(ctx, { name })

/** Changes the given fields; null removes one. */
export const mergeBranding = (ctx: EnvironmentCtx, branding: object) =>
  change(ctx, {
    branding: sql`jsonb_strip_nulls(${notificationOrganizations.branding} || ${JSON.stringify(branding)}::jsonb)`,
  })

const inOrganization = (ctx: EnvironmentCtx) => eq(notificationMembers.organizationId, ctx.environment.organizationId)

export const listMembers = (ctx: EnvironmentCtx): Promise<MemberRow[]> =>
  ctx.db.select().from(notificationMembers).where(inOrganization(ctx)).orderBy(asc(notificationMembers.id))

/** Members of an organization, locked until the transaction ends. */
export const lockMembers = (ctx: EnvironmentCtx): Promise<MemberRow[]> =>
  ctx.db
    .select()
    .from(notificationMembers)
    .where(inOrganization(ctx))
    .orderBy(asc(notificationMembers.id))
    .for('update')

export const setMemberRole = async (ctx: EnvironmentCtx, id: string, role: MemberRow['role']): Promise<void> => {
  await ctx.db
    .update(notificationMembers)
    .set({ role })
    .where(and(inOrganization(ctx), eq(notificationMembers.id, id)))
}

export const deleteMember = async (ctx: EnvironmentCtx, id: string): Promise<void> => {
  await ctx.db.delete(notificationMembers).where(and(inOrganization(ctx), eq(notificationMembers.id, id)))
}
