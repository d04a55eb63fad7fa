import { canonicalPhone } from '@recado/contracts/whatsapp/phone'
import { type CompanyCtx, inTransaction } from '#server/context.ts'
import { AppError } from '#server/http/app-error.ts'
import { digitsOfTyped } from '#server/lib/typed-phone.ts'
import { findCountry, type SuppressionKey, suppressions } from '#server/modules/contacts/contacts/index.ts'
import { recordAudit } from '#server/modules/shared/audit/index.ts'

const keyOf = async (ctx: CompanyCtx, value: string): Promise<SuppressionKey> => {
  if (value.includes('@')) return { kind: 'email', value }
  return { kind: 'phone', value: canonicalPhone(digitsOfTyped(value, await findCountry(ctx))) }
}

/** How many are suppressed, by what is known of them and why. */
export const countSuppressed = async (ctx: CompanyCtx) => ({
  data: await suppressions.countSuppressions(ctx, ctx.company.id),
})

/** Whether a phone or an address is suppressed. Throws `validation_failed` for what is neither. */
export const checkSuppressed = async (ctx: CompanyCtx, value: string) => {
  const found = await suppressions.findSuppression(ctx, ctx.company.id, await keyOf(ctx, value))
  return { suppressed: found !== null, reason: found?.reason ?? null, since: found?.createdAt.toISOString() ?? null }
}

/** Lets somebody in again who asked for it. The log names the entry and the reason, not the person. Throws `not_found`. */
export const liftSuppressed = (ctx: CompanyCtx, value: string, reason: string) =>
  inTransaction(ctx, async (tx) => {
    const found = await suppressions.findSuppression(tx, tx.company.id, await keyOf(tx, value))
    if (!found) throw new AppError('not_found')
    await suppressions.liftSuppression(tx, tx.company.id, [found.id])
    await recordAudit(tx, {
      action: 'suppression.lifted',
      target: { type: 'suppression', id: found.id },
      diff: { reason },
    })
    return { suppressed: false, reason: null, since: null }
  })
