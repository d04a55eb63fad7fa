import { type Ctx, inTransaction, type UserCtx } from '#server/context.ts'
import { emit } from '#server/events.ts'
import { AppError } from '#server/http/app-error.ts'
import { addressKey } from '#server/lib/client-address.ts'
import { hashPassword } from '#server/lib/password.ts'
import { endUserSessions } from '#server/modules/identity/sessions/index.ts'
import { type Account, confirmEmail, findAccount, setPasswordHash } from '#server/modules/identity/users/index.ts'
import { recordAudit } from '#server/modules/shared/audit/index.ts'
import { askForMail } from '../jobs.ts'
import type { KnownBrowser } from '../known-browsers.ts'
import { spendToken, spendTokensOfUser } from '../queries.ts'
import { throttlesOf } from '../throttle.ts'
import { assertStrong } from './register.ts'
import { loadLink } from './tokens.ts'
import { assertPassword, loadSelf, passSecondStep } from './two-factor.ts'

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
  await emit(tx, 'user.password_changed', { userId: account.id })
}

const loadReset = async (ctx: Ctx, token: string) => {
  const link = await loadLink(ctx, 'reset', token)
  const account = await findAccount(ctx, link.userId)
  if (!account) throw new AppError('token_invalid')
  return { ...link, account }
}

/** Whether a link to a new password still works, and whether it takes a code besides. Throws `token_invalid`. */
export const readReset = async (ctx: Ctx, token: string): Promise<{ twoFactor: boolean }> => {
  const { account } = await loadReset(ctx, token)
  return { twoFactor: account.twoFactor }
}

/** Throws `code_wrong` unless the account's second factor was shown, where it has one. */
const assertSecondStep = async (ctx: Ctx, account: Account, code: string | undefined, known: KnownBrowser) => {
  if (!account.twoFactor) return
  const step = await passSecondStep(ctx, account, code, known)
  if ('wait' in step) throw new AppError('rate_limited', { retryAfter: step.wait })
  if ('error' in step) throw new AppError('code_wrong')
}

type Reset = { token: string; password: string; code?: string | undefined }

/**
 * Sets a new password by the token of a mail, and by a code where the account has a second factor; ends every session.
 * Throws `token_invalid`, `password_weak` and `code_wrong`.
 */
export const resetPassword = async (ctx: Ctx, input: Reset, known: KnownBrowser) => {
  const { tokenHash, account } = await loadReset(ctx, input.token)
  assertStrong(input.password, account.email)
  const passwordHash = await hashPassword(input.password, ctx.deps.config.ARGON2_MEMORY_KIB)
  await assertSecondStep(ctx, account, input.code, known)
  return inTransaction(ctx, async (tx) => {
    if (!(await spendToken(tx, 'reset', tokenHash))) throw new AppError('token_invalid')
    if (!account.verified) await confirmEmail(tx, account)
    await replacePassword(tx, account, passwordHash)
    return { email: account.email }
  })
}

/** Changes the signed-in person's password and ends their other sessions. Throws `password_wrong` and `password_weak`. */
export const changePassword = async (ctx: UserCtx, input: { current: string; password: string }): Promise<void> => {
  const account = await loadSelf(ctx)
  if (account.passwordHash === null) throw new AppError('password_wrong')
  await assertPassword(ctx, account, input.current)
  assertStrong(input.password, account.email)
  const passwordHash = await hashPassword(input.password, ctx.deps.config.ARGON2_MEMORY_KIB)
  await inTransaction(ctx, (tx) => replacePassword(tx, account, passwordHash, ctx.actor.sessionId))
}
