import { generateURI } from 'otplib'
import { type Ctx, inTransaction, type UserCtx } from '#server/context.ts'
import { emit } from '#server/events.ts'
import { AppError } from '#server/http/app-error.ts'
import { addressKey } from '#server/lib/client-address.ts'
import { checkPassword } from '#server/lib/password.ts'
import { noteSecondFactor, readOwnSession } from '#server/modules/identity/sessions/index.ts'
import {
  type Account,
  beginTwoFactor,
  clearTwoFactor,
  confirmTwoFactor,
  findAccount,
  isAppCode,
  readTwoFactor,
  renewRecoveryCodes,
  spendTwoFactorCode,
} from '#server/modules/identity/users/index.ts'
import { recordAudit } from '#server/modules/shared/audit/index.ts'
import { brandName } from '#server/modules/shared/settings/index.ts'
import { emitChange } from '#server/realtime/emit-change.ts'
import { noteGuess } from '../guesses.ts'
import { type KnownBrowser, triedFrom } from '../known-browsers.ts'
import { throttlesOf } from '../throttle.ts'

type Proof = { password: string; code: string }

const take = (ctx: UserCtx, kind: 'ownPassword' | 'ownCode') => {
  const wait = throttlesOf(ctx.deps)[kind].take(ctx.actor.sessionId)
  if (wait > 0) throw new AppError('rate_limited', { retryAfter: wait })
}

/** The account of the signed-in person. */
export const loadSelf = async (ctx: UserCtx): Promise<Account> => {
  const account = await findAccount(ctx, ctx.actor.userId)
  if (!account) throw new AppError('not_found')
  return account
}

/** People who sign in by a provider alone have no password to ask for. */
export const assertPassword = async (ctx: UserCtx, account: Account, password: string): Promise<void> => {
  if (account.passwordHash === null) return
  take(ctx, 'ownPassword')
  if (!(await checkPassword(account.passwordHash, password, ctx.deps.config.ARGON2_MEMORY_KIB)))
    throw new AppError('password_wrong')
  throttlesOf(ctx.deps).ownPassword.refund(ctx.actor.sessionId)
}

const RECENT_MS = 15 * 60_000

/** What an account with neither password nor second factor can show: that it was signed in to just now. */
const assertSignedInNow = async (ctx: UserCtx, account: Account): Promise<void> => {
  if (account.twoFactor || account.passwordHash !== null) return
  const { openedAt } = await readOwnSession(ctx)
  if (openedAt.getTime() < ctx.now().getTime() - RECENT_MS) throw new AppError('sign_in_again')
}

/**
 * Throws unless whoever is signed in proves to be the owner: by the password and the second factor, those of both that
 * the account has; an account with neither by having signed in just now.
 */
export const assertOwner = async (ctx: UserCtx, account: Account, { password, code }: Proof): Promise<void> => {
  await assertPassword(ctx, account, password)
  if (account.twoFactor) await spendCode(ctx, code)
  await assertSignedInNow(ctx, account)
}

const spendCode = async (ctx: UserCtx, code: string) => {
  take(ctx, 'ownCode')
  const kind = await spendTwoFactorCode(ctx, ctx.actor.userId, code)
  if (!kind) throw new AppError('code_wrong')
  throttlesOf(ctx.deps).ownCode.refund(ctx.actor.sessionId)
  return kind
}

const note = async (tx: Ctx, account: Account, change: 'enabled' | 'disabled' | 'codes_renewed') => {
  const target = { type: 'user', id: account.id, label: account.name }
  await recordAudit(tx, { action: `auth.2fa_${change}`, companyId: null, target })
  await emit(tx, 'user.two_factor_changed', { userId: account.id, change })
  if (change !== 'codes_renewed') {
    emitChange(tx, 'session.changed', { userIds: [account.id] })
  }
}

export const readOwnTwoFactor = (ctx: UserCtx) => readTwoFactor(ctx, ctx.actor.userId)

/**
 * Makes the secret of an authenticator app. It counts once a code of it was given. Throws `password_wrong`,
 * `sign_in_again`, `state_invalid`.
 */
export const begin = async (ctx: UserCtx, { password }: Pick<Proof, 'password'>) => {
  const account = await loadSelf(ctx)
  await assertPassword(ctx, account, password)
  await assertSignedInNow(ctx, account)
  const secret = await beginTwoFactor(ctx, account.id)
  if (!secret) throw new AppError('state_invalid', { data: { twoFactor: true } })
  return { secret, uri: generateURI({ issuer: await brandName(ctx), label: account.email, secret }) }
}

/** Switches the second factor on by a code of the app. Throws `code_wrong`, and `state_invalid` when it is on already. */
export const confirm = async (ctx: UserCtx, { code }: Pick<Proof, 'code'>) => {
  const account = await loadSelf(ctx)
  if (account.twoFactor) throw new AppError('state_invalid', { data: { twoFactor: true } })
  return inTransaction(ctx, async (tx) => {
    await spendCode(tx, code)
    if (!(await confirmTwoFactor(tx, account.id))) throw new AppError('state_invalid', { data: { twoFactor: true } })
    const recoveryCodes = await renewRecoveryCodes(tx, account.id)
    await noteSecondFactor(tx)
    await note(tx, account, 'enabled')
    return { recoveryCodes }
  })
}

/** Runs a change of a second factor that is on, for whoever proves both. Throws `password_wrong`, `code_wrong`, `state_invalid`. */
const change = async <R>(
  ctx: UserCtx,
  proof: Proof,
  run: (tx: UserCtx, account: Account) => Promise<R>,
): Promise<R> => {
  const account = await loadSelf(ctx)
  if (!account.twoFactor) throw new AppError('state_invalid', { data: { twoFactor: false } })
  await assertPassword(ctx, account, proof.password)
  return inTransaction(ctx, async (tx) => {
    await spendCode(tx, proof.code)
    return run(tx, account)
  })
}

export const renewCodes = (ctx: UserCtx, proof: Proof) =>
  change(ctx, proof, async (tx, account) => {
    const recoveryCodes = await renewRecoveryCodes(tx, account.id)
    await note(tx, account, 'codes_renewed')
    return { recoveryCodes }
  })

export const remove = (ctx: UserCtx, proof: Proof): Promise<void> =>
  change(ctx, proof, async (tx, account) => {
    await clearTwoFactor(tx, account.id)
    await note(tx, account, 'disabled')
  })

const LONGEST_CODE = 100

/** What became of the second step of a sign-in. A code is used up by it. */
export const passSecondStep = async (
  ctx: Ctx,
  account: Account,
  code: unknown,
  known: KnownBrowser,
): Promise<{ passed: 'app' | 'recovery' } | { error: 'TwoFactorRequired' | 'TwoFactorInvalid' } | { wait: number }> => {
  if (typeof code !== 'string' || code.trim() === '') return { error: 'TwoFactorRequired' }
  const { secondFactor, strangersCodes } = throttlesOf(ctx.deps)
  const from = triedFrom(known, account.id, addressKey(ctx.ip))
  const key = `${account.id} ${from.name}`
  const given = code.slice(0, LONGEST_CODE)
  const shared = !from.known && isAppCode(given)
  const wait = secondFactor.take(key) || (shared ? strangersCodes.take(account.id) : 0)
  if (wait > 0) return { wait }
  const passed = await spendTwoFactorCode(ctx, account.id, given)
  if (!passed) {
    const target = { type: 'user', id: account.id }
    await recordAudit(ctx, { action: 'auth.2fa_failed', companyId: null, target })
    await noteGuess(ctx, 'code', account.email)
    return { error: 'TwoFactorInvalid' }
  }
  secondFactor.refund(key)
  if (shared) strangersCodes.refund(account.id)
  return { passed }
}
