import type { EndpointInput } from '@recado/contracts'
import { registerAccount as registerEndpoint } from '@recado/contracts/identity/auth'
import { z } from 'zod'
import { type Ctx, inTransaction, systemCtx } from '#server/context.ts'
import { AppError } from '#server/http/app-error.ts'
import { publicOrigin } from '#server/http/cross-site.ts'
import { defineJob } from '#server/jobs/define.ts'
import { addressKey } from '#server/lib/client-address.ts'
import { hashPassword, weaknessOf } from '#server/lib/password.ts'
import {
  type Account,
  confirmEmail,
  createAccount,
  findAccountByEmail,
  setPasswordHash,
} from '#server/modules/identity/users/index.ts'
import { sendMail } from '#server/modules/shared/mail/index.ts'
import { legalVersions } from '#server/modules/shared/settings/index.ts'
import { throttlesOf } from '../throttle.ts'
import { mailVerification } from './tokens.ts'

type Registration = EndpointInput<typeof registerEndpoint>['body']
/** The data of a new registration, with the password hashed. */
type Newcomer = Omit<Registration, 'password'>

/** Version of the texts that come with the product. */
const OWN_TEXTS = '2026-11'

/** Throws `password_weak` with the reason. */
export const assertStrong = (password: string, email: string): void => {
  const reason = weaknessOf(password, email)
  if (reason) throw new AppError('password_weak', { data: { reason } })
}

const knownTimezone = (timezone: string | undefined) =>
  timezone && Intl.supportedValuesOf('timeZone').includes(timezone) ? timezone : undefined

const storeAccount = async (tx: Ctx, input: Newcomer, passwordHash: string, verified: boolean) => {
  const at = tx.now().toISOString()
  const inForce = await legalVersions(tx.deps)
  return createAccount(tx, {
    email: input.email,
    name: input.name,
    passwordHash,
    verified,
    locale: input.locale,
    timezone: knownTimezone(input.timezone),
    phone: input.phone,
    jobRole: input.jobRole,
    consents: {
      terms: { version: inForce.terms || OWN_TEXTS, at },
      privacy: { version: inForce.privacy || OWN_TEXTS, at },
      marketing: input.marketing ? { at } : null,
    },
  })
}

/** Mails to an address that it has an account already. */
export const tellRegistered = (tx: Ctx, account: Account) => {
  const origin = publicOrigin(tx.deps.config)
  const facts = {
    kind: 'already_registered' as const,
    name: account.name,
    url: `${origin}/signin`,
    resetUrl: `${origin}/forgot-password`,
  }
  return sendMail(tx, { to: account.email, locale: account.locale, facts })
}

const foundFirstCompany = async (tx: Ctx, account: Account, input: Newcomer) => {
  if (!input.companyName || (await tx.deps.memberships.list(tx, account.id, null)).length > 0) return
  const timezone = knownTimezone(input.timezone)
  await tx.deps.memberships.found(tx, account.id, {
    name: input.companyName,
    locale: input.locale,
    ...(timezone ? { timezone } : {}),
  })
}

const registerByMail = async (tx: Ctx, input: Newcomer, passwordHash: string) => {
  const existing = await findAccountByEmail(tx, input.email)
  if (existing?.verified) return tellRegistered(tx, existing)
  const account = existing ?? (await storeAccount(tx, input, passwordHash, false))
  if (!account) return
  // Registered again before anybody proved the address: whose password it would be is not known, so neither counts, and
  // whoever follows the link of the mail sets one.
  if (existing) await setPasswordHash(tx, existing.id, null)
  await foundFirstCompany(tx, account, input)
  await mailVerification(tx, account)
}

const registerByInvitation = async (tx: Ctx, input: Newcomer, token: string, passwordHash: string) => {
  if ((await tx.deps.memberships.invitedAddress(tx, token)) !== input.email)
    throw new AppError('invitation_other_account')
  const existing = await findAccountByEmail(tx, input.email)
  if (existing?.verified) return
  if (existing) {
    await setPasswordHash(tx, existing.id, passwordHash)
    await confirmEmail(tx, existing)
  }
  const account = existing ?? (await storeAccount(tx, input, passwordHash, true))
  if (account) await tx.deps.memberships.joinByInvitation(tx, token, account)
}

const wish = z.object({
  input: registerEndpoint.body.omit({ password: true }),
  passwordHash: z.string(),
  ip: z.string().nullable(),
  requestId: z.string(),
})

export const registerJob = defineJob({
  name: 'auth.register',
  queue: 'mail',
  input: z.object({ sealed: z.string() }),
  retrySeconds: [5, 30, 120],
  run: (deps, { sealed }) => {
    const { input, passwordHash, ...asked } = wish.parse(JSON.parse(deps.sealer.open(sealed)))
    return inTransaction({ ...systemCtx(deps, 'auth.register'), ...asked }, (tx) =>
      registerByMail(tx, input, passwordHash),
    )
  },
})

/** Whether the address has an account is looked up by a job: the work before the answer is the same for every address. */
const askToRegister = async (ctx: Ctx, input: Newcomer, passwordHash: string): Promise<void> => {
  const { ip, requestId } = ctx
  const sealed = ctx.deps.sealer.seal(JSON.stringify({ input, passwordHash, ip, requestId }))
  await ctx.deps.jobs.enqueue(ctx.db, registerJob, { sealed }, { priority: 0 })
  ctx.afterCommit(() => ctx.deps.jobs.wake(registerJob.queue))
}

/**
 * Creates an account. The answer is the same for an address that has one; its owner then gets a mail that says so.
 * Throws `password_weak`, and for an invitation `token_invalid` or `invitation_other_account`.
 */
export const register = async (ctx: Ctx, input: Registration): Promise<{ next: 'verify' | 'sign_in' }> => {
  const throttles = throttlesOf(ctx.deps)
  const wait = throttles.registerAddress.take(addressKey(ctx.ip))
  if (wait > 0) throw new AppError('rate_limited', { retryAfter: wait })
  assertStrong(input.password, input.email)
  const token = input.invitationToken
  if (input.website) return { next: token ? 'sign_in' : 'verify' }
  const passwordHash = await hashPassword(input.password, ctx.deps.config.ARGON2_MEMORY_KIB)
  if (token) {
    await inTransaction(ctx, (tx) => registerByInvitation(tx, input, token, passwordHash))
    return { next: 'sign_in' }
  }
  throttles.resendMinute.take(input.email)
  if (throttles.resendDay.take(input.email) === 0) await askToRegister(ctx, input, passwordHash)
  return { next: 'verify' }
}
