import type { Ctx } from '../../../context.ts'
import { notificationMembers, notificationOrganizations } from '../../../db/schema/notifications.ts'

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
