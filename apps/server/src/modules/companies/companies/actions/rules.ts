import {
  brandColors,
  type CompanyPrivacy,
  type CompanyRules,
  type CompanySecurity,
  companyPrivacy,
} from '@recado/contracts/companies/company-rules'
import type { AuditAction } from '@recado/contracts/shared/audit'
import { type CompanyCtx, type Ctx, inTransaction, type UserCtx } from '#server/context.ts'
import { AppError } from '#server/http/app-error.ts'
import { logoUrl } from '#server/lib/avatar-url.ts'
import { isNetwork } from '#server/lib/networks.ts'
import {
  barsOf,
  hasSecondFactor,
  readOwnSession,
  reconnectCompany,
  securityOf,
} from '#server/modules/identity/sessions/index.ts'
import { findAccount } from '#server/modules/identity/users/index.ts'
import { diffOf, recordAudit } from '#server/modules/shared/audit/index.ts'
import { emitChange } from '#server/realtime/emit-change.ts'
import * as queries from '../queries/companies.ts'
import { assertCurrent } from './companies.ts'

type MemberCtx = CompanyCtx & UserCtx

const privacyOf = (stored: unknown): CompanyPrivacy => {
  const parsed = companyPrivacy.safeParse(stored)
  return parsed.success ? parsed.data : companyPrivacy.parse({})
}

/** How a company treats personal data. */
export const companyPrivacyOf = async (ctx: Ctx, companyId: string): Promise<CompanyPrivacy> =>
  privacyOf((await queries.findCompany(ctx, companyId))?.privacy)

export const rulesOf = async (ctx: CompanyCtx, row: queries.CompanyRow): Promise<CompanyRules> => ({
  version: row.version,
  security: securityOf(row.security),
  privacy: privacyOf(row.privacy),
  color: brandColors.find((color) => color === row.brandColor) ?? null,
  logoUrl: logoUrl(row.id, row.logoFileId),
  owner: await queries.findOwner(ctx, row.id),
})

export const readRules = async (ctx: CompanyCtx, companyId: string): Promise<CompanyRules> => {
  assertCurrent(ctx, companyId)
  const row = await queries.findCompany(ctx, companyId)
  if (!row) throw new AppError('not_found')
  return rulesOf(ctx, row)
}

type Change = Partial<Pick<queries.NewCompany, 'security' | 'privacy' | 'brandColor' | 'logoFileId' | 'ownerId'>>

/** Each settings page can look up its own changes in the audit log. */
const actionOf = (change: Change): AuditAction => {
  if ('security' in change) return 'company.security_updated'
  if ('privacy' in change) return 'company.privacy_updated'
  return 'brandColor' in change || 'logoFileId' in change ? 'company.branding_updated' : 'company.updated'
}

/** Writes what changes of the rules, notes it, and lets browsers know. */
export const storeRules = async (tx: MemberCtx, before: queries.CompanyRow, change: Change): Promise<CompanyRules> => {
  const { id } = before
  const row = await queries.updateCompany(tx, id, { ...change, version: before.version + 1 })
  if (!row) throw new AppError('not_found')
  await recordAudit(tx, {
    action: actionOf(change),
    target: { type: 'company', id, label: row.name },
    diff: diffOf(before, change),
  })
  emitChange(tx, 'session.changed', { companyId: id })
  return rulesOf(tx, row)
}

export const lockCurrent = async (tx: CompanyCtx, companyId: string): Promise<queries.CompanyRow> => {
  assertCurrent(tx, companyId)
  const row = await queries.lockCompany(tx, companyId)
  if (!row) throw new AppError('not_found')
  return row
}

const lockVersion = async (tx: CompanyCtx, companyId: string, version: number): Promise<queries.CompanyRow> => {
  const row = await lockCurrent(tx, companyId)
  if (row.version !== version) throw new AppError('conflict', { data: { current: await rulesOf(tx, row) } })
  return row
}

const fields = { two_factor: 'requireTwoFactor', address: 'addresses', method: 'methods' } as const
const messages = {
  two_factor: 'Switch your own second factor on first',
  address: 'The address you are calling from is not among them',
  method: 'You signed in by another method yourself',
}

const refuse = (path: string, code: string, message: string) =>
  new AppError('validation_failed', { errors: [{ path: `security.${path}`, code, message }] })

/** Refuses rules that would lock out the person who saves them. */
const assertKeepsOwner = async (tx: MemberCtx, security: CompanySecurity) => {
  const wrong = security.addresses.find((address) => !isNetwork(address))
  if (wrong !== undefined) throw refuse('addresses', 'network', `Not an address or a network: ${wrong}`)
  const account = await findAccount(tx, tx.actor.userId)
  const { stored, ...session } = await readOwnSession(tx)
  const facts = { ...session, twoFactor: hasSecondFactor(stored, account?.twoFactor ?? false), ip: tx.ip }
  const bar = barsOf({ ...security, sessionHours: null }, facts, tx.now()).find((reason) => reason in fields)
  if (bar && bar !== 'session_age') throw refuse(fields[bar], `own_${bar}`, messages[bar])
}

/** Says how members must sign in; those who do not meet it are put out with the commit. Throws `conflict`. */
export const saveSecurity = (
  ctx: MemberCtx,
  companyId: string,
  { version, security }: { version: number; security: CompanySecurity },
): Promise<CompanyRules> =>
  inTransaction(ctx, async (tx) => {
    const before = await lockVersion(tx, companyId, version)
    await assertKeepsOwner(tx, security)
    const saved = await storeRules(tx, before, { security })
    reconnectCompany(tx, companyId)
    return saved
  })

type PrivacyChange = { before: CompanyPrivacy; privacy: CompanyPrivacy; companyName: string }

/** Says how personal data are treated. `agree` throws where something else is asked for first. Throws `conflict`. */
export const savePrivacy = (
  ctx: MemberCtx,
  companyId: string,
  { version, privacy }: { version: number; privacy: CompanyPrivacy },
  agree: (tx: MemberCtx, change: PrivacyChange) => Promise<void>,
): Promise<CompanyRules> =>
  inTransaction(ctx, async (tx) => {
    const row = await lockVersion(tx, companyId, version)
    await agree(tx, { before: privacyOf(row.privacy), privacy, companyName: row.name })
    return storeRules(tx, row, { privacy })
  })

export const saveBranding = (
  ctx: MemberCtx,
  companyId: string,
  { version, color }: { version: number; color: CompanyRules['color'] },
): Promise<CompanyRules> =>
  inTransaction(ctx, async (tx) => storeRules(tx, await lockVersion(tx, companyId, version), { brandColor: color }))
