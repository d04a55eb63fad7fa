import type { Ctx } from '#server/context.ts'
import { emit } from '#server/events.ts'
import { findUser, mergePreferences, type UserRow, updateUser } from './queries.ts'

export type UserChange = Partial<
  Pick<UserRow, 'name' | 'role' | 'status' | 'waOperator' | 'locale' | 'emailVerifiedAt' | 'phone'>
>

/** Changes a person on behalf of the platform, in the caller's transaction. */
export const changeUser = async (tx: Ctx, id: string, change: UserChange): Promise<UserRow | null> => {
  const row = await updateUser(tx, id, change)
  if (row) await emit(tx, change.status === undefined ? 'user.updated' : 'user.status_changed', { userId: id })
  return row
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
