import { email as emailSchema, isPlainName, personName } from '@recado/contracts'
import type { UserImportOutcome, userImportCodes } from '@recado/contracts/admin/user-imports'
import type { UserCtx } from '#server/context.ts'
import { addMember } from '#server/modules/companies/companies/index.ts'
import { mailIfKnown } from '#server/modules/identity/auth/index.ts'
import {
  changeUser,
  createAccount,
  findAccountByEmail,
  lockUser,
  rememberCompany,
  type UserChange,
} from '#server/modules/identity/users/index.ts'
import { diffOf, recordAudit } from '#server/modules/shared/audit/index.ts'
import type { ImportLine } from './parse.ts'
import { findNamedCompanies } from './queries.ts'

export type LineCode = (typeof userImportCodes)[number]
export type LineOutcome = { outcome: UserImportOutcome; code: LineCode | null }

type Wanted = {
  name: string
  email: string
  company: { id: string; name: string } | null
  role: 'admin' | 'member'
  /** Null where the file does not say. */
  locale: 'en' | 'pt' | null
  phone: string | null
}

const roles: Record<string, Wanted['role']> = {
  '': 'member',
  member: 'member',
  membro: 'member',
  admin: 'admin',
  administrador: 'admin',
  administradora: 'admin',
}
const languages: Record<string, Wanted['locale']> = { '': null, en: 'en', pt: 'pt', 'pt-br': 'pt', 'en-us': 'en' }

const phoneOf = (text: string): string | null | undefined => {
  const bare = text.replace(/[\s().-]/g, '')
  if (bare === '') return null
  return /^\+[1-9]\d{6,14}$/.test(bare) ? bare : undefined
}

const companyOf = async (ctx: UserCtx, text: string): Promise<Wanted['company'] | LineCode> => {
  if (text === '') return null
  const [found, another] = await findNamedCompanies(ctx, text)
  if (!found) return 'company_unknown'
  return another ? 'company_ambiguous' : found
}

/** What a line asks for, or why it cannot be understood. */
export const readLine = async (ctx: UserCtx, line: ImportLine): Promise<Wanted | LineCode> => {
  const name = personName.safeParse(line.name ?? '')
  if (!name.success) return isPlainName(line.name ?? '') ? 'name_missing' : 'name_address'
  const email = emailSchema.safeParse(line.email ?? '')
  if (!email.success) return 'email_invalid'
  const role = roles[(line.role ?? '').toLowerCase()]
  if (!role) return 'role_unknown'
  const locale = languages[(line.locale ?? '').toLowerCase()]
  if (locale === undefined) return 'locale_unknown'
  const phone = phoneOf(line.phone ?? '')
  if (phone === undefined) return 'phone_invalid'
  const company = await companyOf(ctx, line.company ?? '')
  if (typeof company === 'string') return company
  return { name: name.data, email: email.data, company, role, locale, phone }
}

const join = async (tx: UserCtx, userId: string, name: string, { company, role }: Wanted): Promise<void> => {
  if (!company) return
  await addMember(tx, company.id, userId, role)
  await rememberCompany(tx, userId, company.id)
  const target = { type: 'user', id: userId, label: name }
  await recordAudit(tx, { action: 'member.added', companyId: company.id, target, diff: { role, imported: true } })
}

const create = async (tx: UserCtx, wanted: Wanted, invite: boolean): Promise<LineOutcome> => {
  const { name, email, phone } = wanted
  const account = await createAccount(tx, {
    ...{ name, email, passwordHash: null, verified: false, locale: wanted.locale ?? 'pt' },
    ...(phone ? { phone } : {}),
  })
  if (!account) return { outcome: 'skipped', code: 'email_twice' }
  const target = { type: 'user', id: account.id, label: name }
  await recordAudit(tx, { action: 'user.created', companyId: null, target, diff: { role: 'customer', imported: true } })
  await join(tx, account.id, name, wanted)
  if (invite) await mailIfKnown(tx, 'reset', email)
  return { outcome: 'created', code: null }
}

/**
 * Does what a line asks for, in the caller's transaction, or says what it would do. Those who are there keep what the
 * file does not name, and their roles in companies where they are already.
 */
export const applyLine = async (
  tx: UserCtx,
  wanted: Wanted,
  options: { invite: boolean; dryRun: boolean; isMember: (companyId: string, userId: string) => Promise<boolean> },
): Promise<LineOutcome> => {
  const known = await findAccountByEmail(tx, wanted.email)
  if (!known || known.status === 'deleted')
    return options.dryRun ? { outcome: 'created', code: null } : create(tx, wanted, options.invite)
  if (known.role !== 'customer') return { outcome: 'skipped', code: 'staff_account' }
  if (known.status === 'suspended') return { outcome: 'skipped', code: 'suspended_account' }
  const row = await lockUser(tx, known.id)
  if (!row) return { outcome: 'skipped', code: 'email_invalid' }
  const change: UserChange = {
    ...(wanted.name === row.name ? {} : { name: wanted.name }),
    ...(wanted.locale && wanted.locale !== row.locale ? { locale: wanted.locale } : {}),
    ...(wanted.phone && wanted.phone !== row.phone ? { phone: wanted.phone } : {}),
  }
  const joins = wanted.company !== null && !(await options.isMember(wanted.company.id, known.id))
  const changes = Object.keys(change).length > 0
  if (!changes && !joins) return { outcome: 'unchanged', code: null }
  if (options.dryRun) return { outcome: 'updated', code: null }
  if (changes) {
    await changeUser(tx, known.id, change)
    const target = { type: 'user', id: known.id, label: wanted.name }
    await recordAudit(tx, {
      action: 'user.updated',
      companyId: null,
      target,
      diff: { ...diffOf(row, change), imported: true },
    })
  }
  if (joins) await join(tx, known.id, wanted.name, wanted)
  return { outcome: 'updated', code: null }
}
