import { and, eq, inArray, isNull } from 'drizzle-orm'
import type { Ctx } from '#server/context.ts'
import { companies } from '#server/db/schema/companies/companies.ts'
import { users } from '#server/db/schema/identity/users.ts'
import { featureFlagCompanies, featureFlags } from '#server/db/schema/shared/feature-flags.ts'

type Reader = Pick<Ctx, 'db'>

export const listFlags = (ctx: Reader) =>
  ctx.db
    .select({ flag: featureFlags, author: users.name })
    .from(featureFlags)
    .leftJoin(users, eq(users.id, featureFlags.updatedBy))

export const listFlagCompanies = (ctx: Reader) =>
  ctx.db
    .select({
      key: featureFlagCompanies.key,
      id: featureFlagCompanies.companyId,
      name: companies.name,
      on: featureFlagCompanies.isOn,
    })
    .from(featureFlagCompanies)
    .innerJoin(companies, and(eq(companies.id, featureFlagCompanies.companyId), isNull(companies.deletedAt)))
    .orderBy(companies.name, companies.id)

/** The row of a flag, made when it is missing and locked until the end of the transaction. */
export const lockFlag = async (tx: Ctx, key: string) => {
  await tx.db.insert(featureFlags).values({ key }).onConflictDoNothing()
  const [row] = await tx.db.select().from(featureFlags).where(eq(featureFlags.key, key)).for('update')
  if (!row) throw new Error('The flag was not stored')
  return row
}

export const updateFlag = async (
  tx: Ctx,
  key: string,
  values: Partial<typeof featureFlags.$inferInsert>,
): Promise<void> => {
  await tx.db.update(featureFlags).set(values).where(eq(featureFlags.key, key))
}

export const setCompanies = async (tx: Ctx, key: string, ids: readonly string[], isOn: boolean): Promise<void> => {
  await tx.db
    .insert(featureFlagCompanies)
    .values(ids.map((companyId) => ({ key, companyId, isOn })))
    .onConflictDoUpdate({ target: [featureFlagCompanies.key, featureFlagCompanies.companyId], set: { isOn } })
}

export const clearCompanies = async (tx: Ctx, key: string, ids: readonly string[]): Promise<void> => {
  await tx.db
    .delete(featureFlagCompanies)
    .where(and(eq(featureFlagCompanies.key, key), inArray(featureFlagCompanies.companyId, [...ids])))
}
