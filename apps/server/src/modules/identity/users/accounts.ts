import type { Locale } from '@recado/contracts'
import type { PersonPreferences } from '@recado/contracts/identity/preferences'
import type { Ctx } from '#server/context.ts'
import { emit } from '#server/events.ts'
import { avatarUrl } from '#server/lib/avatar-url.ts'
import { newId } from '#server/lib/ids.ts'
import { recordAudit } from '#server/modules/shared/audit/index.ts'
import { preferencesOf } from './preferences.ts'
import * as queries from './queries.ts'

export type Account = {
  id: string
  email: string
  name: string
  passwordHash: string | null
  status: 'new' | 'active' | 'suspended' | 'deleted'
  verified: boolean
  role: 'customer' | 'support' | 'admin'
  locale: Locale
  timezone: string
  preferences: PersonPreferences
  avatarUrl: string | null
  lastCompanyId: string | null
  /** Whether a code of an authenticator app is asked for besides the password. */
  twoFactor: boolean
  /** Versions of the terms and of the privacy notice that the person has accepted. */
  accepted: { terms: string | null; privacy: string | null }
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : null)

const versionOf = (consent: unknown) =>
  typeof consent === 'object' && consent !== null && 'version' in consent ? textOf(consent.version) : null

const accountOf = (row: queries.UserRow): Account => ({
  id: row.id,
  email: row.email,
  name: row.name,
  passwordHash: row.passwordHash,
  status: row.status,
  verified: row.emailVerifiedAt !== null,
  role: row.role,
  locale: row.locale,
  timezone: row.timezone,
  preferences: preferencesOf(row.preferences),
  avatarUrl: avatarUrl(row.id, row.avatarFileId),
  lastCompanyId: textOf(row.preferences['lastCompanyId']),
  twoFactor: row.totpConfirmedAt !== null,
  accepted: { terms: versionOf(row.consents['terms']), privacy: versionOf(row.consents['privacy']) },
})

/** Account by its normalised e-mail address. */
export const findAccountByEmail = async (ctx: Ctx, email: string): Promise<Account | null> => {
  const row = await queries.findUserByEmail(ctx, email)
  return row && accountOf(row)
}

/** The account with this id. */
export const findAccount = async (ctx: Ctx, id: string): Promise<Account | null> => {
  const row = await queries.findUser(ctx, id)
  return row && accountOf(row)
}

/** Account that a person at a provider has been linked to. */
export const findAccountByIdentity = async (ctx: Ctx, provider: queries.Provider, providerUserId: string) => {
  const row = await queries.findUserByIdentity(ctx, provider, providerUserId)
  return row && accountOf(row)
}

export type NewAccount = {
  email: string
  name: string
  passwordHash: string | null
  /** Whether the address is proven; an account that is not yet stays `new`. */
  verified: boolean
  locale: Locale
  timezone?: string | undefined
  phone?: string | undefined
  jobRole?: string | undefined
  role?: 'customer' | 'support' | 'admin'
  consents?: Record<string, unknown>
}

/** Creates an account; null when the address is taken. */
export const createAccount = async (ctx: Ctx, input: NewAccount): Promise<Account | null> => {
  const row = await queries.insertUser(ctx, {
    id: newId(),
    email: input.email,
    name: input.name,
    passwordHash: input.passwordHash,
    emailVerifiedAt: input.verified ? ctx.now() : null,
    status: input.verified ? 'active' : 'new',
    locale: input.locale,
    consents: input.consents ?? {},
    ...(input.timezone ? { timezone: input.timezone } : {}),
    ...(input.phone ? { phone: input.phone } : {}),
    ...(input.jobRole ? { jobRole: input.jobRole } : {}),
    ...(input.role ? { role: input.role } : {}),
  })
  if (!row) return null
  await emit(ctx, 'user.created', { userId: row.id })
  await recordAudit(ctx, {
    action: 'user.registered',
    userId: row.id,
    companyId: null,
    target: { type: 'user', id: row.id },
  })
  return accountOf(row)
}

/** Notes that the address is proven; a new account becomes active. */
export const confirmEmail = async (ctx: Ctx, account: Pick<Account, 'id' | 'status'>): Promise<void> => {
  await queries.updateUser(ctx, account.id, {
    emailVerifiedAt: ctx.now(),
    ...(account.status === 'new' ? { status: 'active' as const } : {}),
  })
}

/** Null leaves the account without a password. */
export const setPasswordHash = async (ctx: Ctx, userId: string, passwordHash: string | null): Promise<void> => {
  await queries.updateUser(ctx, userId, { passwordHash })
}

/** Lets a user sign in through a provider from now on. */
export const linkIdentity = async (
  ctx: Ctx,
  input: { userId: string; provider: queries.Provider; providerUserId: string; email: string },
): Promise<void> => {
  await queries.insertIdentity(ctx, { id: newId(), ...input })
  await recordAudit(ctx, {
    action: 'user.identity_linked',
    userId: input.userId,
    companyId: null,
    target: { type: 'user', id: input.userId, label: input.provider },
  })
}

/** The company to open at the next sign-in. */
export const rememberCompany = (ctx: Ctx, userId: string, companyId: string): Promise<void> =>
  queries.mergePreferences(ctx, userId, { lastCompanyId: companyId })

const MOST_DEVICES = 20

/** Notes a device by its name. Answers true when the account had others before and this one is new. */
export const rememberDevice = async (ctx: Ctx, userId: string, device: string): Promise<boolean> => {
  const row = await queries.findUser(ctx, userId)
  const stored = row?.preferences['devices']
  const known = Array.isArray(stored) ? stored.filter((entry) => typeof entry === 'string') : []
  if (known.includes(device)) return false
  await queries.mergePreferences(ctx, userId, { devices: [device, ...known].slice(0, MOST_DEVICES) })
  return known.length > 0
}
