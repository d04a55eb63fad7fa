import { and, eq } from 'drizzle-orm'
import type { Ctx } from '#server/context.ts'
import { users } from '#server/db/schema/index.ts'
import { noteUser } from '../product-events/index.ts'
import { findUser, mergePreferences, type UserRow, updateUser } from './queries.ts'

export type UserChange = Partial<
  Pick<UserRow, 'name' | 'role' | 'status' | 'waOperator' | 'locale' | 'emailVerifiedAt' | 'phone'>
>

/** The row of a person, locked until the end of the transaction; null when there is none. */
export const lockUser = async (tx: Ctx, id: string): Promise<UserRow | null> => {
  const rows = await tx.db.select().from(users).where(eq(users.id, id)).for('update')
  return rows[0] ?? null
}

/** Changes a person on behalf of the platform, in the caller's transaction. */
export const changeUser = async (tx: Ctx, id: string, change: UserChange): Promise<UserRow | null> => {
  const row = await updateUser(tx, id, change)
  if (row) await noteUser(tx, id)
  return row
}

/** The platform's working admins, locked: two cannot both be the last to go. */
export const lockPlatformAdmins = async (tx: Ctx): Promise<string[]> => {
  const rows = await tx.db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.role, 'admin'), eq(users.status, 'active')))
    .orderBy(users.id)
    .for('update')
  return rows.map((row) => row.id)
}

const KEY = 'supportConsentUntil'

/** Until when a person lets support staff enter their account, from their preferences; null when they do not. */
export const consentOf = (preferences: Record<string, unknown>, now: Date): Date | null => {
  const until = new Date(String(preferences[KEY] ?? ''))
  return until.getTime() > now.getTime() ? until : null
}

export const readConsent = async (ctx: Ctx, userId: string): Promise<Date | null> => {
  const row = await findUser(ctx, userId)
  return row && consentOf(row.preferences, ctx.now())
}

export const writeConsent = (ctx: Ctx, userId: string, until: Date | null): Promise<void> =>
  mergePreferences(ctx, userId, { [KEY]: until?.toISOString() ?? null })
