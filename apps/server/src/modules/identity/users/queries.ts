import { and, eq, gt, lte, ne, or, sql } from 'drizzle-orm'
import type { Ctx } from '#server/context.ts'
import { companyMembers } from '#server/db/schema/companies/companies.ts'
import { recoveryCodes, userIdentities, users } from '#server/db/schema/identity/users.ts'
import { files } from '#server/db/schema/shared/files.ts'

export type UserRow = typeof users.$inferSelect
export type NewUser = typeof users.$inferInsert
export type Provider = 'google' | 'github'

export const findUserByEmail = async (ctx: Ctx, email: string): Promise<UserRow | null> => {
  const rows = await ctx.db.select().from(users).where(eq(users.email, email)).limit(1)
  return rows[0] ?? null
}

export const findUser = async (ctx: Ctx, id: string): Promise<UserRow | null> => {
  const rows = await ctx.db.select().from(users).where(eq(users.id, id)).limit(1)
  return rows[0] ?? null
}

/** Null when the address is taken. */
export const insertUser = async (ctx: Ctx, row: NewUser): Promise<UserRow | null> => {
  const rows = await ctx.db.insert(users).values(row).onConflictDoNothing({ target: users.email }).returning()
  return rows[0] ?? null
}

export const updateUser = async (ctx: Ctx, id: string, values: Partial<NewUser>): Promise<UserRow | null> => {
  const rows = await ctx.db
    .update(users)
    .set({ ...values, updatedAt: ctx.now() })
    .where(eq(users.id, id))
    .returning()
  return rows[0] ?? null
}

/** Adds keys to the preferences, leaving the others. */
export const mergePreferences = async (ctx: Ctx, id: string, preferences: Record<string, unknown>) => {
  await ctx.db
    .update(users)
    .set({ preferences: sql`${users.preferences} || ${JSON.stringify(preferences)}::jsonb` })
    .where(eq(users.id, id))
}

export const findUserByIdentity = async (
  ctx: Ctx,
  provider: Provider,
  providerUserId: string,
): Promise<UserRow | null> => {
  const rows = await ctx.db
    .select({ user: users })
    .from(userIdentities)
    .innerJoin(users, eq(users.id, userIdentities.userId))
    .where(and(eq(userIdentities.provider, provider), eq(userIdentities.providerUserId, providerUserId)))
    .limit(1)
  return rows[0]?.user ?? null
}

export const insertIdentity = async (ctx: Ctx, row: typeof userIdentities.$inferInsert) => {
  await ctx.db.insert(userIdentities).values(row).onConflictDoNothing()
}

export const listProviders = async (ctx: Ctx, userId: string) => {
  const rows = await ctx.db
    .select({ provider: userIdentities.provider })
    .from(userIdentities)
    .where(eq(userIdentities.userId, userId))
  return rows.map((row) => row.provider)
}

/** Where the photo of a person lies, if the viewer is that person or shares a company with them. */
export const findVisibleAvatar = async (ctx: Ctx, viewerId: string, userId: string) => {
  const shared = sql`exists (select 1 from ${companyMembers} mine join ${companyMembers} theirs
    on theirs.company_id = mine.company_id where mine.user_id = ${viewerId} and theirs.user_id = ${userId})`
  const rows = await ctx.db
    .select({ path: files.path, mime: files.mime })
    .from(users)
    .innerJoin(files, eq(files.id, users.avatarFileId))
    .where(and(eq(users.id, userId), viewerId === userId ? undefined : shared))
    .limit(1)
  return rows[0] ?? null
}

/** The row of a person, locked until the end of the transaction; null when there is none. */
export const lockUser = async (tx: Ctx, id: string): Promise<UserRow | null> => {
  const rows = await tx.db.select().from(users).where(eq(users.id, id)).for('update')
  return rows[0] ?? null
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

/** Platform admins whom the four-eyes rule counts: those at work, and those suspended since an instant. */
export const listCountedAdmins = async (tx: Ctx, since: Date): Promise<string[]> => {
  const recent = and(eq(users.status, 'suspended'), gt(users.updatedAt, since))
  const rows = await tx.db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.role, 'admin'), or(eq(users.status, 'active'), recent)))
  return rows.map((row) => row.id)
}

export const mergeConsents = async (tx: Ctx, id: string, consents: Record<string, unknown>): Promise<void> => {
  await tx.db
    .update(users)
    .set({ consents: sql`${users.consents} || ${JSON.stringify(consents)}::jsonb`, updatedAt: tx.now() })
    .where(eq(users.id, id))
}

/** Accounts that were to go by now. */
export const listDueDeletions = async (ctx: Ctx): Promise<string[]> => {
  const rows = await ctx.db
    .select({ id: users.id })
    .from(users)
    .where(and(lte(users.deletionAt, ctx.now()), ne(users.status, 'deleted')))
  return rows.map(({ id }) => id)
}

/** Empties the row of a person and removes how they signed in. */
export const forgetPerson = async (tx: Ctx, id: string): Promise<void> => {
  await tx.db.delete(userIdentities).where(eq(userIdentities.userId, id))
  await tx.db.delete(recoveryCodes).where(eq(recoveryCodes.userId, id))
  await updateUser(tx, id, {
    email: `${id}@deleted.invalid`,
    name: '–',
    phone: null,
    jobRole: null,
    passwordHash: null,
    totpSecret: null,
    totpConfirmedAt: null,
    avatarFileId: null,
    preferences: {},
    consents: {},
    emailVerifiedAt: null,
    waOperator: false,
    status: 'deleted',
  })
}
