import type { EndpointInput } from '@recado/contracts'
import {
  type Company,
  companySizes,
  type createCompany as createCompanyEndpoint,
  ownedCompaniesLimit,
  type updateCompany as updateCompanyEndpoint,
} from '@recado/contracts/companies/companies'
import { isTaxId, normaliseTaxId } from '@recado/contracts/shared/tax-id'
import { type CompanyCtx, type Ctx, inTransaction, type UserCtx } from '#server/context.ts'
import { lockName } from '#server/db/lock.ts'
import { emit } from '#server/events.ts'
import { AppError } from '#server/http/app-error.ts'
import { logoUrl } from '#server/lib/avatar-url.ts'
import { given } from '#server/lib/given.ts'
import { newId } from '#server/lib/ids.ts'
import { leaveTeams } from '#server/modules/companies/teams/index.ts'
import { reconnectUser, switchSessionCompany } from '#server/modules/identity/sessions/index.ts'
import { rememberCompany } from '#server/modules/identity/users/index.ts'
import { recordAudit } from '#server/modules/shared/audit/index.ts'
import { emitChange } from '#server/realtime/emit-change.ts'
import { keepsAnAdmin } from '../policy.ts'
import * as queries from '../queries/companies.ts'
import { deleteMember, insertMember, isMember, lockAdmins } from '../queries/members.ts'
import { endInvitationsOf } from './end-invitations.ts'

type CompanyInput = EndpointInput<typeof createCompanyEndpoint>['body']
type CompanyChange = EndpointInput<typeof updateCompanyEndpoint>['body']

const companyOf = (row: queries.CompanyRow): Company => ({
  id: row.id,
  name: row.name,
  legalName: row.legalName,
  taxId: row.taxId,
  country: row.country,
  currency: row.currency,
  timezone: row.timezone,
  locale: row.locale,
  segment: row.segment,
  size: companySizes.find((size) => size === row.size) ?? null,
  phone: row.phone,
  website: row.website,
  address: row.address,
  status: row.status,
  access_blocks: row.accessBlocks,
  createdAt: row.createdAt.toISOString(),
})

const withTaxId = (country: string, { address, ...rest }: CompanyChange) => {
  const change = { ...rest, address: address && given(address) }
  if (!change.taxId) return given(change)
  const taxId = normaliseTaxId(change.taxId)
  if (!isTaxId(country, taxId)) {
    throw new AppError('validation_failed', {
      errors: [{ path: 'taxId', code: 'tax_id', message: 'The check digits do not fit' }],
    })
  }
  return given({ ...change, taxId })
}

/** The company of the context when `id` names it. Throws `not_found` for any other: it must be switched to first. */
export const assertCurrent = (ctx: CompanyCtx, id: string): void => {
  if (ctx.company.id !== id) throw new AppError('not_found')
}

/** Creates a company that `userId` owns and administers, in the caller's transaction. Throws `company_limit`. */
export const foundCompany = async (ctx: Ctx, userId: string, input: CompanyInput): Promise<Company> => {
  await lockName(ctx, `companies of ${userId}`)
  if ((await queries.countOwnedCompanies(ctx, userId)) >= ownedCompaniesLimit) {
    throw new AppError('company_limit', { data: { limit: ownedCompaniesLimit } })
  }
  const values = withTaxId(input.country ?? 'BR', input)
  const row = await queries.insertCompany(ctx, { ...values, name: input.name, id: newId(), ownerId: userId })
  const joinedAt = ctx.now()
  await insertMember(ctx, {
    id: newId(),
    companyId: row.id,
    userId,
    role: 'admin',
    status: 'active',
    joinedAt,
    createdAt: joinedAt,
  })
  await rememberCompany(ctx, userId, row.id)
  await emit(ctx, 'company.created', { companyId: row.id })
  await recordAudit(ctx, {
    action: 'company.created',
    userId,
    companyId: row.id,
    target: { type: 'company', id: row.id, label: row.name },
  })
  return companyOf(row)
}

/** Creates a company of the signed-in person and switches their session to it. */
export const createCompany = (ctx: UserCtx, input: CompanyInput): Promise<Company> =>
  inTransaction(ctx, async (tx) => {
    const company = await foundCompany(tx, tx.actor.userId, input)
    await switchSessionCompany(tx, company.id)
    return company
  })

export const readCompany = async (ctx: CompanyCtx, id: string): Promise<Company> => {
  assertCurrent(ctx, id)
  const row = await queries.findCompany(ctx, id)
  if (!row) throw new AppError('not_found')
  return companyOf(row)
}

/** Changes the profile of the current company; what is absent stays. */
export const changeCompany = (ctx: CompanyCtx, id: string, change: CompanyChange): Promise<Company> =>
  inTransaction(ctx, async (tx) => {
    assertCurrent(tx, id)
    const before = await queries.findCompany(tx, id)
    if (!before) throw new AppError('not_found')
    const values = withTaxId(change.country ?? before.country, change)
    const row = await queries.updateCompany(tx, id, values)
    if (!row) throw new AppError('not_found')
    if (values.name) await emit(tx, 'company.renamed', { companyId: id })
    await recordAudit(tx, {
      action: 'company.updated',
      target: { type: 'company', id, label: row.name },
      diff: { fields: Object.keys(values) },
    })
    emitChange(tx, 'session.changed', { companyId: id })
    return companyOf(row)
  })

/** The companies a user belongs to, first joined first; `currentId` marks the one they work in. */
export const listCompanies = async (ctx: Ctx, userId: string, currentId: string | null) => {
  const rows = await queries.listCompaniesOfUser(ctx, userId)
  return rows.map(({ accessBlocks, ownerId, logoFileId, deletionAt, ...row }) => ({
    ...row,
    logoUrl: logoUrl(row.id, logoFileId),
    deletionAt: deletionAt?.toISOString() ?? null,
    access_blocks: accessBlocks,
    current: row.id === currentId,
    owner: ownerId === userId,
  }))
}

/** Switches a session to a company of its user. Throws `not_found` for any other. */
export const switchCompany = (ctx: UserCtx, companyId: string): Promise<void> =>
  inTransaction(ctx, async (tx) => {
    if (!(await isMember(tx, companyId, tx.actor.userId))) throw new AppError('not_found')
    await switchSessionCompany(tx, companyId)
    if (tx.actor.impersonatorId === null) await rememberCompany(tx, tx.actor.userId, companyId)
  })

/** Hands a company that `fromId` owns to the longest-serving other admin. */
export const passOwnership = async (
  tx: Ctx,
  companyId: string,
  admins: readonly string[],
  fromId: string,
): Promise<void> => {
  const company = await queries.findCompany(tx, companyId)
  const heir = admins.find((id) => id !== fromId)
  if (company?.ownerId === fromId && heir) await queries.updateCompany(tx, companyId, { ownerId: heir })
}

/** A member who leaves a company; `successorId` is the same person's other account that takes their place, if any. */
type Leaving = { companyId: string; userId: string; successorId: string | null }

/** What happens to the work of a member who leaves a company, in the same transaction. */
export type MemberLeavingHandler = (tx: Ctx, leaving: Leaving) => Promise<void>

export const passOnWork: MemberLeavingHandler = async (tx, leaving) => {
  for (const passOn of tx.deps.handlers.memberLeaving) await passOn(tx, leaving)
}

/** Ends a membership and what hangs on it. Throws `last_admin`, and `not_found` when there is none. */
export const endMembership = async (tx: Ctx, companyId: string, userId: string): Promise<void> => {
  const admins = await lockAdmins(tx, companyId)
  if (admins.includes(userId) && !keepsAnAdmin(admins, userId)) throw new AppError('last_admin')
  if (!(await deleteMember(tx, companyId, userId))) throw new AppError('not_found')
  await passOwnership(tx, companyId, admins, userId)
  await endInvitationsOf(tx, userId, companyId)
  await leaveTeams(tx, companyId, userId)
  await passOnWork(tx, { companyId, userId, successorId: null })
  await emit(tx, 'company.members_changed', { companyId })
  reconnectUser(tx, userId, companyId)
  emitChange(tx, 'member.updated', { companyId })
  emitChange(tx, 'session.changed', { userIds: [userId] })
}

/** Leaves a company of one's own choice. Throws `last_admin` and, for a company one does not belong to, `not_found`. */
export const leaveCompany = (ctx: UserCtx, companyId: string): Promise<void> =>
  inTransaction(ctx, async (tx) => {
    if (!(await isMember(tx, companyId, tx.actor.userId))) throw new AppError('not_found')
    await endMembership(tx, companyId, tx.actor.userId)
    await recordAudit(tx, {
      action: 'member.left',
      companyId,
      target: { type: 'user', id: tx.actor.userId, label: tx.actor.name },
    })
  })
