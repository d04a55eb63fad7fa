import type { Retention } from '@recado/contracts/companies/company-rules'
import type { CompanyCtx } from '#server/context.ts'
import { AppError } from '#server/http/app-error.ts'
import { lossesOf } from './retire.ts'

type Change = { before: Retention; now: Retention; companyName: string; confirmation: string | undefined }

const daysOf = (days: number | null) => days ?? Number.POSITIVE_INFINITY
const isShorter = ({ before, now }: Change) =>
  daysOf(now.messages) < daysOf(before.messages) || daysOf(now.media) < daysOf(before.media)

/**
 * Where messages or files would go that stayed before, the name of the company is asked for. Throws
 * `confirmation_required` with what would go (`RetentionLosses`), and `validation_failed` for another name.
 */
export const assertConfirmed = async (ctx: CompanyCtx, change: Change): Promise<void> => {
  if (!isShorter(change)) return
  const losses = await lossesOf(ctx, ctx.company.id, change.now)
  if (losses.messages + losses.files === 0) return
  const { confirmation, companyName } = change
  if (confirmation === undefined) throw new AppError('confirmation_required', { data: losses })
  if (confirmation.trim() === companyName.trim()) return
  throw new AppError('validation_failed', {
    errors: [{ path: 'confirmation', code: 'mismatch', message: 'Not the name of the company' }],
  })
}
