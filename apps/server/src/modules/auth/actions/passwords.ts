import { type Ctx, inTransaction, type UserCtx } from '#server/context.ts'
import { AppError } from '#server/http/app-error.ts'
import { addressKey } from '#server/lib/client-address.ts'
import { checkPassword, hashPassword } from '#server/lib/password.ts'
import { hashToken } from '#server/lib/seal.ts'
import { recordAudit } from '../../audit/index.ts'
import { endUserSessions } from '../../sessions/index.ts'
import { type Account, confirmEmail, findAccount, setPasswordHash } from '../../users/index.ts'
import { askForMail } from '../jobs.ts'
import { spendToken, spendTokensOfUser } from '../queries.ts'
import { throttlesOf } from '../throttle.ts'
import { assertStrong } from './register.ts'
import { tellOfPassword } from './tell.ts'

/** Mails a link to set a new password, if the address has an account that may use it. Never tells. */
export const requestReset = async (ctx: Ctx, email: string): Promise<{ mail: 'sent' }> => {
  const throttles = throttlesOf(ctx.deps)
  const wait = throttles.mailAddress.take(addressKey(ctx.ip))
  if (wait > 0) throw new AppError('rate_limited', { retryAfter: wait })
  if (throttles.resetAccount.take(email) > 0) return { mail: 'sent' }
  await askForMail(ctx, 'reset', email)
  return { mail: 'sent' }
}

const replacePassword = async (tx: Ctx, account: Account, passwordHash: string, keepSession?: string) => {
  await setPasswordHash(tx, account.id, passwordHash)
  await spendTokensOfUser(tx, account.id, 'reset')
  // Whoever knew the former password may have asked for another address.
  await spendTokensOfUser(tx, account.id, 'email_change')
  const ended = await endUserSessions(tx, account.id, keepSession)
  await recordAudit(tx, {
    action: 'password.changed',
    userId: account.id,
    companyId: null,
    target: { type: 'user', id: account.id },
    diff: { sessionsEnded: ended },
  })
  await tellOfPassword(tx, account)
}

/** Sets a new password by the token of a mail and ends every session. Throws `token_invalid` and `password_weak`. */
export const resetPassword = async (ctx: Ctx, input: { token: string; password: string }) => {
  const wait = throttlesOf(ctx.deps).codeAddress.take(addressKey(ctx.ip))
  if (wait > 0) throw new AppError('rate_limited', { retryAfter: wait })
  const passwordHash = await hashPassword(input.password, ctx.deps.config.ARGON2_MEMORY_KIB)
  return inTransaction(ctx, async (tx) => {
    const spent = await spendToken(tx, 'reset', hashToken(input.token))
    const account = spent?.userId ? await findAccount(tx, spent.userId) : null
    if (!account) throw new AppError('token_invalid')
    assertStrong(input.password, account.email)
    if (!account.verified) await confirmEmail(tx, account)
    await replacePassword(tx, account, passwordHash)
    return { email: account.email }
  })
}

/** Changes the signed-in person's password and ends their other sessions. Throws `password_wrong` and `password_weak`. */
export const changePassword = async (ctx: UserCtx, input: { current: string; password: string }): Promise<void> => {
  if (ctx.actor.impersonatorId !== null) throw new AppError('forbidden')
  const memory = ctx.deps.config.ARGON2_MEMORY_KIB
  const { signInAccount } = throttlesOf(ctx.deps)
  const wait = signInAccount.take(ctx.actor.email)
  if (wait > 0) throw new AppError('rate_limited', { retryAfter: wait })
  const account = await findAccount(ctx, ctx.actor.userId)
  if (!account || !(await checkPassword(account.passwordHash, input.current, memory)))
    throw new AppError('password_wrong')
  signInAccount.refund(ctx.actor.email)
  assertStrong(input.password, account.email)
  const passwordHash = await hashPassword(input.password, memory)
  await inTransaction(ctx, (tx) => replacePassword(tx, account, passwordHash, ctx.actor.sessionId))
}
