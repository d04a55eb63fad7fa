import { type CompanyCtx, type Deps, inTransaction, systemCtx } from '#server/context.ts'
import { emit } from '#server/events.ts'
import { countFailures, type IntegrationRow, markFailing } from './queries/processing.ts'
import { takeSilent } from './queries/silent.ts'

const FAILURES = 5
const WITHIN_MS = 15 * 60_000
/** People are told of one integration so often at most. */
const TOLD_EVERY_MS = 3_600_000

/** Says that an integration fails once several of its events did within a quarter of an hour. */
export const noteFailure = async (tx: CompanyCtx, { id, name }: IntegrationRow): Promise<void> => {
  const now = tx.now()
  const failures = await countFailures(tx, id, new Date(now.getTime() - WITHIN_MS))
  if (failures < FAILURES) return
  if (!(await markFailing(tx, id, now, new Date(now.getTime() - TOLD_EVERY_MS)))) return
  await emit(tx, 'webhook.failing', { companyId: tx.company.id, integrationId: id, name, failures })
}

/** Says which integrations have been quiet for much longer than is usual for them, once for each silence. */
export const noteSilence = (deps: Deps): Promise<void> =>
  inTransaction(systemCtx(deps, 'webhook_integrations.silence'), async (tx) => {
    const silent = await takeSilent(tx)
    for (const row of silent) await emit(tx, 'webhook.silent', row)
  })
