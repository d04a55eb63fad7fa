import { and, eq, gt, inArray, isNull } from 'drizzle-orm'
import type { Ctx } from '#server/context.ts'
import { companies } from '#server/db/schema/companies/companies.ts'
import { channels, waAccounts } from '#server/db/schema/whatsapp/channels.ts'

/** The pool, or the transaction that the caller is in: it must not wait for a second connection. */
export type Reader = Pick<Ctx, 'db'>

type AccountRow = typeof waAccounts.$inferSelect
export type ChannelWithAccount = { channel: typeof channels.$inferSelect; account: AccountRow }

const withAccount = (reader: Reader) =>
  reader.db
    .select({ channel: channels, account: waAccounts })
    .from(channels)
    .innerJoin(waAccounts, eq(waAccounts.id, channels.waAccountId))

export const listLiveChannelsByNumbersAcrossCompanies = (reader: Reader, phoneNumberIds: readonly string[]) =>
  withAccount(reader).where(and(inArray(channels.phoneNumberId, [...phoneNumberIds]), isNull(channels.disconnectedAt)))

export const listFormerChannelsByNumbersAcrossCompanies = (
  reader: Reader,
  phoneNumberIds: readonly string[],
  since: Date,
) =>
  withAccount(reader).where(
    and(inArray(channels.phoneNumberId, [...phoneNumberIds]), gt(channels.disconnectedAt, since)),
  )

export const listAccountsByWabaAcrossCompanies = (reader: Reader, wabaIds: readonly string[]): Promise<AccountRow[]> =>
  reader.db
    .select()
    .from(waAccounts)
    .where(inArray(waAccounts.wabaId, [...wabaIds]))

export const findAccountAcrossCompanies = async (reader: Reader, id: string): Promise<AccountRow | null> => {
  const rows = await reader.db.select().from(waAccounts).where(eq(waAccounts.id, id)).limit(1)
  return rows[0] ?? null
}

export const findChannelByIdAcrossCompanies = async (
  reader: Reader,
  id: string,
): Promise<ChannelWithAccount | null> => {
  const rows = await withAccount(reader).where(eq(channels.id, id)).limit(1)
  return rows[0] ?? null
}

/** Why nothing may leave by the numbers of a company now, or null. */
export const findHoldAcrossCompanies = async (
  reader: Reader,
  companyId: string,
): Promise<'suspended' | 'access' | null> => {
  const rows = await reader.db
    .select({ status: companies.status, accessBlocks: companies.accessBlocks, deletedAt: companies.deletedAt })
    .from(companies)
    .where(eq(companies.id, companyId))
    .limit(1)
  const company = rows[0]
  if (!company || company.deletedAt || company.status === 'suspended' || company.status === 'deleting')
    return 'suspended'
  return company.accessBlocks.includes('integrations') ? null : 'access'
}
