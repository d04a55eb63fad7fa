import type { CompanyCtx } from '#server/context.ts'
import { spendQuotaFor } from '#server/modules/shared/quotas/index.ts'
import { seesPersonalData } from './card.ts'

/**
 * Counts whole phones, addresses and documents that someone asks for who may not see them; the same one is counted once a
 * day, so that turning pages costs nothing. To be called before the transaction that answers: a refusal is an answer too,
 * and would take the count back. Throws `quota_exceeded`.
 */
export const spendLookups = async (ctx: CompanyCtx, values: readonly string[]): Promise<void> => {
  if (values.length === 0 || seesPersonalData(ctx)) return
  await spendQuotaFor(
    ctx,
    'contactLookups',
    values.map((value) => value.trim().toLowerCase()),
  )
}
