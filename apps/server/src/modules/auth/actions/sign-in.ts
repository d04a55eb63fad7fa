import { email as emailSchema } from '@recado/contracts'
import type { SignInError } from '@recado/contracts/auth'
import { type Ctx, inTransaction } from '#server/context.ts'
import { addressKey } from '#server/lib/client-address.ts'
import { checkPassword, hashPassword, needsRehash, PasswordsBusy } from '#server/lib/password.ts'
import { recordAudit } from '../../audit/index.ts'
import { listCompanies } from '../../companies/index.ts'
import { deviceLabel, endSessionByToken, type NewSession, openSession } from '../../sessions/index.ts'
import { type Account, findAccountByEmail, rememberDevice, setPasswordHash } from '../../users/index.ts'
import { askToTellOfLock } from '../jobs.ts'
import { throttlesOf } from '../throttle.ts'
import { tellOfDevice } from './tell.ts'
import { passSecondStep } from './two-factor.ts'

export type Visitor = { userAgent: string | null; formerToken: string | null }
export type SignInResult = { session: NewSession } | { error: SignInError; retryAfter?: number }

/** Why an account may not be used now, or null. */
export const refusalOf = (account: Account): SignInError | null => {
  if (account.status === 'suspended') return 'Suspended'
  if (account.status === 'deleted') return 'AccessDenied'
  return account.verified ? null : 'EmailNotVerified'
}

const startCompany = async (ctx: Ctx, account: Account) => {
  const companies = await listCompanies(ctx, account.id, account.lastCompanyId)
  return (companies.find((company) => company.current) ?? companies[0])?.id ?? null
}

/** Opens a session for an account whose owner has been recognised; the browser's former session ends. */
export const openFor = (ctx: Ctx, account: Account, visitor: Visitor, method: string): Promise<NewSession> =>
  inTransaction(ctx, async (tx) => {
    if (visitor.formerToken) await endSessionByToken(tx, visitor.formerToken)
    const companyId = await startCompany(tx, account)
    const session = await openSession(tx, { userId: account.id, companyId, userAgent: visitor.userAgent, method })
    const device = deviceLabel(visitor.userAgent)
    if (await rememberDevice(tx, account.id, device)) await tellOfDevice(tx, account, device)
    await recordAudit(tx, {
      action: 'auth.sign_in',
      userId: account.id,
      companyId,
      target: { type: 'session', id: session.id },
      diff: { method, device },
    })
    return session
  })

const takeTokens = async (ctx: Ctx, address: string, account: string): Promise<number> => {
  const { signInAddress, signInAccount, lockNotice } = throttlesOf(ctx.deps)
  const wait = signInAddress.take(address)
  if (wait > 0) return wait
  const locked = signInAccount.take(account)
  if (locked > 0 && account !== '' && lockNotice.take(account) === 0) await askToTellOfLock(ctx, account)
  return locked
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
    return null
  }
  if (account.passwordHash && needsRehash(account.passwordHash, memory)) {
    await setPasswordHash(ctx, account.id, await hashPassword(password, memory))
  }
  return account
}

/** Lets in whoever knew the password, if they also have the code that the account asks for. */
const enter = async (ctx: Ctx, account: Account, code: unknown, visitor: Visitor): Promise<SignInResult> => {
  const refusal = refusalOf(account)
  if (refusal) return { error: refusal }
  if (!account.twoFactor) return { session: await openFor(ctx, account, visitor, 'password') }
  const step = await passSecondStep(ctx, account, code)
  if ('wait' in step) return { error: 'RateLimited', retryAfter: step.wait }
  if ('error' in step) return step
  return { session: await openFor(ctx, account, visitor, `password+${step.passed}`) }
}

/**
 * Signs in by e-mail address and password, and by a code where the account has a second factor. Whether the address is known shows neither in the answer nor in the work
 * done; that an account is unverified or suspended is told only to whoever knows its password.
 */
export const signInByPassword = async (
  ctx: Ctx,
  given: { email: unknown; password: unknown; code?: unknown },
  visitor: Visitor,
): Promise<SignInResult> => {
  const parsed = emailSchema.safeParse(given.email)
  const password = typeof given.password === 'string' ? given.password : ''
  const email = parsed.success ? parsed.data : ''
  const address = addressKey(ctx.ip)
  const wait = await takeTokens(ctx, address, email)
  if (wait > 0) return { error: 'RateLimited', retryAfter: wait }
  try {
    const account = await recogniseByPassword(ctx, email, password)
    if (!account) return { error: 'CredentialsSignin' }
    const { signInAddress, signInAccount } = throttlesOf(ctx.deps)
    signInAddress.refund(address)
    signInAccount.refund(email)
    return await enter(ctx, account, given.code, visitor)
  } catch (error) {
    if (error instanceof PasswordsBusy) return { error: 'RateLimited', retryAfter: 2 }
    throw error
  }
}
