import { and, eq, isNotNull } from 'drizzle-orm'
import type { Ctx } from '#server/context.ts'
import { waAccounts } from '#server/db/schema/whatsapp/channels.ts'

/** Accounts of a company that can still be called, each with its sealed token. */
export const listAccountsWithToken = async (ctx: Ctx, companyId: string) => {
  const rows = await ctx.db
    .select({ id: waAccounts.id, wabaId: waAccounts.wabaId, token: waAccounts.token })
    .from(waAccounts)
    .where(and(eq(waAccounts.companyId, companyId), isNotNull(waAccounts.token)))
  return rows.flatMap(({ token, ...row }) => (token === null ? [] : [{ ...row, token }]))
}
