import { desc, eq, inArray, sql } from 'drizzle-orm'
import type { Ctx } from '#server/context.ts'
import { users } from '#server/db/schema/identity/users.ts'
import { settings, settingsVersions } from '#server/db/schema/shared/settings.ts'

type Reader = Pick<Ctx, 'db'>
export type SettingsRow = typeof settings.$inferSelect
export const ANY_HOST = '*'

/** The settings of a host, else those that answer for every other. */
export const findSettings = async (ctx: Reader, host: string) => {
  const rows = await ctx.db
    .select()
    .from(settings)
    .where(inArray(settings.host, [host, ANY_HOST]))
    .orderBy(desc(sql`${settings.host} = ${host}`))
    .limit(1)
  return rows[0] ?? null
}

/** The row that answers for every host, made when it is missing and locked until the end of the transaction. */
export const lockSettings = async (tx: Ctx): Promise<SettingsRow> => {
  await tx.db.insert(settings).values({ host: ANY_HOST }).onConflictDoNothing()
  const rows = await tx.db.select().from(settings).where(eq(settings.host, ANY_HOST)).for('update')
  const row = rows[0]
  if (!row) throw new Error('The settings were not stored')
  return row
}

export const updateSettings = async (tx: Ctx, values: Partial<typeof settings.$inferInsert>): Promise<SettingsRow> => {
  const rows = await tx.db
    .update(settings)
    .set({ ...values, updatedAt: tx.now() })
    .where(eq(settings.host, ANY_HOST))
    .returning()
  const row = rows[0]
  if (!row) throw new Error('The settings were not stored')
  return row
}

export const insertVersion = async (tx: Ctx, row: typeof settingsVersions.$inferInsert): Promise<void> => {
  await tx.db.insert(settingsVersions).values(row)
}

/** Saves, newest first, each with who made it. */
export const listVersions = (ctx: Reader, limit: number) =>
  ctx.db
    .select({ version: settingsVersions, author: users.name })
    .from(settingsVersions)
    .leftJoin(users, eq(users.id, settingsVersions.authorId))
    .where(eq(settingsVersions.host, ANY_HOST))
    .orderBy(desc(settingsVersions.version))
    .limit(limit)
