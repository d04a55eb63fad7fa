import { type Ctx, inTransaction } from '#server/context.ts'
import { GraphError } from '#server/lib/whatsapp-cloud/graph-error.ts'
import type { CompanyPurgeHandler } from '#server/modules/companies/removal/index.ts'
import { graphClientFor } from '#server/modules/whatsapp/directory/index.ts'
import * as queries from '../queries/channels.ts'
import { listAccountsWithToken } from '../queries/farewell.ts'
import { announceChannel } from './status.ts'

const disconnectAll = (ctx: Ctx, companyId: string, accountId: string): Promise<void> =>
  inTransaction(ctx, async (tx) => {
    for (const { id } of await queries.listLiveChannelsOfAccount(tx, companyId, accountId)) {
      const gone = { status: 'disconnected' as const, statusReason: 'company_deleted', disconnectedAt: tx.now() }
      await queries.updateChannel(tx, companyId, id, gone)
      announceChannel(tx, companyId, id)
    }
  })

/** How long Meta may be out of reach before a company is purged without its answer. */
const PATIENCE_MS = 3 * 86_400_000

/** Whether asking Meta again later may help; a token that was withdrawn, or an account that is gone, stays so. */
const mayPass = (error: unknown): boolean => !(error instanceof GraphError) || error.rule.retry !== null

/**
 * Disconnects every number of a deleted company and ends what Meta sends of its accounts, unless another company has
 * numbers of the same. The token of an account goes once Meta has answered, so that this can be done again where it
 * stopped. Throws what keeps Meta from being asked for three days; then such an account is let go without it.
 */
export const leaveMeta: CompanyPurgeHandler = async (ctx, { id: companyId, deletedAt }) => {
  const patient = deletedAt.getTime() + PATIENCE_MS > ctx.now().getTime()
  for (const account of await listAccountsWithToken(ctx, companyId)) {
    await disconnectAll(ctx, companyId, account.id)
    if ((await queries.countLiveChannelsOfWabaAcrossCompanies(ctx, account.wabaId)) === 0) {
      try {
        await graphClientFor(ctx.deps, ctx.deps.sealer.open(account.token)).unsubscribe(account.wabaId)
      } catch (error) {
        if (patient && mayPass(error)) throw error
        ctx.log.warn(
          { err: error, accountId: account.id },
          'the account of a deleted company could not be unsubscribed',
        )
      }
    }
    await queries.updateAccount(ctx, companyId, account.id, { token: null, appSecret: null })
  }
}
