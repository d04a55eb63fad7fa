import { type Ctx, inTransaction } from '#server/context.ts'
import { closeRemovedCompany, findRemovedCompany } from '#server/modules/companies/companies/index.ts'
import { removeFilesOfCompany } from '#server/modules/shared/files/index.ts'
import * as queries from './queries/remove.ts'
import { ownedTables } from './queries/tables.ts'

/**
 * What a module takes leave of before the rows of a company that was deleted at `deletedAt` are taken away; it may be asked
 * again. The purge waits, and is tried again, while it throws.
 */
export type CompanyPurgeHandler = (ctx: Ctx, company: { id: string; deletedAt: Date }) => Promise<void>

/** Goes through all tables until a whole round finds nothing: a trigger may write into one that was empty before. */
const emptyTables = async (ctx: Ctx, companyId: string, signal: AbortSignal): Promise<void> => {
  for (let found = -1; found !== 0; ) {
    found = 0
    for (const owned of ownedTables) {
      for (let gone = -1; gone !== 0; found += gone) {
        signal.throwIfAborted()
        gone = await queries.removeSome(ctx, owned, companyId)
      }
    }
  }
}

/**
 * Takes away for good what a deleted company had: what others hold of it, its files, what was told in its name
 * and its rows in every table. What stays is the audit log and the company's name. In batches, each on its own; where it
 * stopped it goes on. Does nothing for a company that is not deleted, or purged already.
 */
export const purgeCompany = async (ctx: Ctx, companyId: string, signal: AbortSignal): Promise<void> => {
  const company = await findRemovedCompany(ctx, companyId)
  if (!company) return
  for (const leave of ctx.deps.handlers.companyPurge) await leave(ctx, { id: companyId, deletedAt: company.deletedAt })
  await removeFilesOfCompany(ctx, companyId, signal)
  await emptyTables(ctx, companyId, signal)
  await inTransaction(ctx, (tx) => closeRemovedCompany(tx, companyId))
}
