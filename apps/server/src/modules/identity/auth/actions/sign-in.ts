import { email as emailSchema } from '@recado/contracts'
import type { SignInError, SocialProvider } from '@recado/contracts/identity/auth'
import { type Ctx, inTransaction } from '#server/context.ts'
import { emit } from '#server/events.ts'
import { addressKey } from '#server/lib/client-address.ts'
import { checkPassword, hashPassword, needsRehash, PasswordsBusy } from '#server/lib/password.ts'
import {
  deviceLabel,
  endSessionByToken,
  type NewSession,
  openSession,
} from '#server/modules/identity/sessions/index.ts'
import {
  type Account,
  findAccountByEmail,
  rememberDevice,
  setPasswordHash,
} from '#server/modules/identity/users/index.ts'
import { recordAudit } from '#server/modules/shared/audit/index.ts'
import { noteGuess } from '../guesses.ts'
import { type KnownBrowser, triedFrom } from '../known-browsers.ts'
import { throttlesOf } from '../throttle.ts'
import { passSecondStep } from './two-factor.ts'

export type Visitor = { userAgent: string | null; formerToken: string | null; known: KnownBrowser }
export type SignInResult = { session: NewSession; userId: string } | { error: SignInError; retryAfter?: number }

/** Why an account may not be used now, or null. */
export const refusalOf = (account: Account): SignInError | null => {
  if (account.status === 'suspended') return 'Suspended'
  if (account.status === 'deleted') return 'AccessDenied'
  return account.verified ? null : 'EmailNotVerified'
}

const startCompany = async (ctx: Ctx, account: Account) => {
  const companies = await ctx.deps.memberships.list(ctx, account.id, account.lastCompanyId)
  return (companies.find((company) => company.current) ?? companies[0])?.id ?? null
}

/** Opens a session for an account whose owner has been recognised; the browser's former session ends. */
export const openFor = (ctx: Ctx, account: Account, visitor: Visitor, method: string) =>
  inTransaction(ctx, async (tx) => {
    if (visitor.formerToken) await endSessionByToken(tx, visitor.formerToken)
    const companyId = await startCompany(tx, account)
    const session = await openSession(tx, { userId: account.id, companyId, userAgent: visitor.userAgent, method })
    const device = deviceLabel(visitor.userAgent)
    if (await rememberDevice(tx, account.id, device))
      await emit(tx, 'user.device_added', { userId: account.id, device, ip: tx.ip })
    await recordAudit(tx, {
      action: 'auth.sign_in',
      userId: account.id,
      companyId,
      target: { type: 'session', id: session.id },
      diff: { method, device },
    })
    return { session, userId: account.id }
  })

/** What a try to sign in costs whoever makes it; given back when the password was right. */
const trierOf = async (ctx: Ctx, email: string, { known }: Visitor) => {
  const { signInAddress, signIn } = throttlesOf(ctx.deps)
  const account = known.length > 0 ? await findAccountByEmail(ctx, email) : null
  const address = addressKey(ctx.ip)
  const from = triedFrom(known, account?.id, address)
  const key = `${email} ${from.name}`
  return {
    take: () => (from.known ? 0 : signInAddress.take(address)) || signIn.take(key),
    refund: () => {
      if (!from.known) signInAddress.refund(address)
      signIn.refund(key)
    },
  }
}

const recogniseByPassword = async (ctx: Ctx, email: string, password: string): Promise<Account | null> => {
  const memory = ctx.deps.config.ARGON2_MEMORY_KIB
  const account = await findAccountByEmail(ctx, email)
  const fits = await checkPassword(account?.passwordHash ?? null, password, memory)
  if (!account || !fits || account.status === 'deleted') {
    await recordAudit(ctx, {
      action: 'auth.failed',
      companyId: null,
      target: { type: 'user', id: account?.id ?? null },
    })
    await noteGuess(ctx, 'password', email)
    return null
  }
  if (account.passwordHash && needsRehash(account.passwordHash, memory)) {
    await setPasswordHash(ctx, account.id, await hashPassword(password, memory))
  }
  return account
}

/** Lets in whoever proved to be the owner, if they also have the code that the account asks for. */
export const enter = async (
  ctx: Ctx,
  account: Account,
  given: { code: unknown; method: 'password' | SocialProvider },
  visitor: Visitor,
): Promise<SignInResult> => {
  const refusal = refusalOf(account)
  if (refusal) return { error: refusal }
  if (!account.twoFactor) return openFor(ctx, account, visitor, given.method)
  const step = await passSecondStep(ctx, account, given.code, visitor.known)
  if ('wait' in step) return { error: 'RateLimited', retryAfter: step.wait }
  if ('error' in step) return step
  return openFor(ctx, account, visitor, `${given.method}+${step.passed}`)
}

/**
 * Signs in by e-mail address and password, and by a code where the account has a second factor. Whether the address is
 * known shows neither in the answer nor in the work done; that an account is unverified or suspended is told only to whoever knows its password.
 */
export const signInByPassword = async (
  ctx: Ctx,
  given: { email: unknown; password: unknown; code?: unknown },
  visitor: Visitor,
): Promise<SignInResult> => {
  const parsed = emailSchema.safeParse(given.email)
  const password = typeof given.password === 'string' ? given.password : ''
  const email = parsed.success ? parsed.data : ''
  const trier = await trierOf(ctx, email, visitor)
  const wait = trier.take()
  if (wait > 0) return { error: 'RateLimited', retryAfter: wait }
  try {
    const account = await recogniseByPassword(ctx, email, password)
    if (!account) return { error: 'CredentialsSignin' }
    trier.refund()
    return await enter(ctx, account, { code: given.code, method: 'password' }, visitor)
  } catch (error) {
    if (error instanceof PasswordsBusy) return { error: 'RateLimited', retryAfter: 2 }
    throw error
  }
}
