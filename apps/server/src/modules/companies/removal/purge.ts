import { type Ctx, inTransaction } from '#server/context.ts'
import { leaveIncidents } from '#server/modules/admin/operators/index.ts'
import { closeRemovedCompany, findRemovedCompany } from '#server/modules/companies/companies/index.ts'
import { forgetCompany } from '#server/modules/product-notifications/index.ts'
import { removeFilesOfCompany } from '#server/modules/shared/files/index.ts'
import { leaveMeta } from '#server/modules/whatsapp/channels/index.ts'
import * as queries from './queries/remove.ts'
import { ownedTables } from './queries/tables.ts'

/** How long Meta may be out of reach before a company is purged without its answer. */
const PATIENCE_MS = 3 * 86_400_000

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
 * Takes away for good what a deleted company had: what Meta sends of its numbers, its files, what was told in its name
 * and its rows in every table. What stays is the audit log and the company's name. In batches, each on its own; where it
 * stopped it goes on. Does nothing for a company that is not deleted, or purged already.
 */
export const purgeCompany = async (ctx: Ctx, companyId: string, signal: AbortSignal): Promise<void> => {
  const company = await findRemovedCompany(ctx, companyId)
  if (!company) return
  await leaveMeta(ctx, companyId, company.deletedAt.getTime() + PATIENCE_MS > ctx.now().getTime())
  await removeFilesOfCompany(ctx, companyId, signal)
  await forgetCompany(ctx, companyId)
  await emptyTables(ctx, companyId, signal)
  await leaveIncidents(ctx, companyId)
  await inTransaction(ctx, (tx) => closeRemovedCompany(tx, companyId))
}
