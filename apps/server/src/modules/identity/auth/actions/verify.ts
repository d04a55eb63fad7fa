import { type Ctx, inTransaction } from '#server/context.ts'
import { AppError } from '#server/http/app-error.ts'
import { addressKey } from '#server/lib/client-address.ts'
import { equalTexts } from '#server/lib/equal-texts.ts'
import { confirmEmail, findAccount } from '#server/modules/identity/users/index.ts'
import { recordAudit } from '#server/modules/shared/audit/index.ts'
import { askForMail } from '../jobs.ts'
import { countCodeTry, findCodeToken, spendToken } from '../queries.ts'
import { throttlesOf } from '../throttle.ts'
import { hashCode, issueToken, loadLink } from './tokens.ts'

/** Of the digits of one mail, from everywhere together; each address has five of its own. */
const MOST_TRIES = 50

// The try is counted before the digits are looked at, outside of any transaction that could take the count back.
const tokenHashByCode = async (ctx: Ctx, email: string, code: string): Promise<string> => {
  const id = await findCodeToken(ctx, email)
  const wait = throttlesOf(ctx.deps).mailCode.take(`${id ?? email} ${addressKey(ctx.ip)}`)
  if (wait > 0) throw new AppError('rate_limited', { retryAfter: wait })
  const row = id === null ? null : await countCodeTry(ctx, id, MOST_TRIES)
  if (!row?.codeHash || !equalTexts(row.codeHash, hashCode(email, code))) throw new AppError('code_wrong')
  return row.tokenHash
}

/**
 * Confirms an address by the link's token or the six digits; answers a token to set a password with where the account has
 * none. Throws `token_invalid` and `code_wrong`.
 */
export const verifyEmail = async (ctx: Ctx, proof: { token: string } | { email: string; code: string }) => {
  const tokenHash =
    'token' in proof
      ? (await loadLink(ctx, 'verify', proof.token)).tokenHash
      : await tokenHashByCode(ctx, proof.email, proof.code)
  return inTransaction(ctx, async (tx) => {
    const spent = await spendToken(tx, 'verify', tokenHash)
    const account = spent?.userId ? await findAccount(tx, spent.userId) : null
    if (!account) throw new AppError('token_invalid')
    await confirmEmail(tx, account)
    await recordAudit(tx, {
      action: 'auth.email_verified',
      userId: account.id,
      companyId: null,
      target: { type: 'user', id: account.id },
    })
    const reset = account.passwordHash === null ? await issueToken(tx, 'reset', account) : null
    return { email: account.email, resetToken: reset?.token ?? null }
  })
}

/** Mails a new link and digits to an unproven address, once a minute and five times a day. Throws `verification_cooldown`. */
export const resendVerification = async (ctx: Ctx, email: string): Promise<{ mail: 'sent' }> => {
  const throttles = throttlesOf(ctx.deps)
  const flood = throttles.mailAddress.take(addressKey(ctx.ip))
  if (flood > 0) throw new AppError('rate_limited', { retryAfter: flood })
  const wait = throttles.resendMinute.take(email) || throttles.resendDay.take(email)
  if (wait > 0) {
    const retryAfter = Math.ceil(wait)
    throw new AppError('verification_cooldown', { retryAfter, data: { retryAfter } })
  }
  await askForMail(ctx, 'verify', email)
  return { mail: 'sent' }
}
