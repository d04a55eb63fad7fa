import type { EndpointInput } from '@recado/contracts'
import type {
  AdminUser,
  createUser as createUserEndpoint,
  SupportProfile,
  setUserStatus as setUserStatusEndpoint,
  updateUser as updateUserEndpoint,
} from '@recado/contracts/admin/users'
import type { AuditAction } from '@recado/contracts/shared/audit'
import { countLimit } from '@recado/contracts/shared/lists'
import { type Ctx, inTransaction, type UserCtx } from '#server/context.ts'
import { AppError } from '#server/http/app-error.ts'
import { decodeCursor, encodeCursor, keyPlace } from '#server/lib/cursor.ts'
import { given } from '#server/lib/given.ts'
import { counted, type PageInput, pageFrom } from '#server/lib/page.ts'
import { addMember, endInvitationsOf } from '#server/modules/companies/companies/index.ts'
import { mailIfKnown } from '#server/modules/identity/auth/index.ts'
import { endUserSessions } from '#server/modules/identity/sessions/index.ts'
import {
  changeUser,
  confirmEmail,
  consentOf,
  createAccount,
  listCountedAdmins,
  lockPlatformAdmins,
  lockUser,
  planAccountDeletion,
  rememberCompany,
  type UserChange,
} from '#server/modules/identity/users/index.ts'
import { diffOf, recordAudit } from '#server/modules/shared/audit/index.ts'
import { emitChange } from '#server/realtime/emit-change.ts'
import * as queries from './queries.ts'

const noProfile: SupportProfile = { languages: [], skills: [], ticketCapacity: null, shift: null }

const viewOf = (ctx: Ctx, { preferences, ...row }: queries.UserListRow): AdminUser => ({
  ...row,
  supportConsentUntil: consentOf(preferences, ctx.now())?.toISOString() ?? null,
  deletionAt: row.deletionAt === null ? null : new Date(row.deletionAt).toISOString(),
  staff: row.role === 'support' ? (row.staff ?? noProfile) : null,
  lastSeenAt: row.lastSeenAt === null ? null : new Date(row.lastSeenAt).toISOString(),
  createdAt: new Date(row.createdAt).toISOString(),
})

/** One page of the people of a role, newest first. */
export const listUsers = async (ctx: Ctx, { cursor, limit, count, ...filters }: queries.Filters & PageInput) => {
  const rows = await queries.listUsers(ctx, filters, decodeCursor(keyPlace, cursor)?.id ?? null, limit + 1)
  const total = count && (await queries.countUsers(ctx, filters, countLimit))
  const page = pageFrom(
    rows,
    limit,
    (row) => viewOf(ctx, row),
    (row) => encodeCursor({ id: row.id, key: '' }),
  )
  return counted(page, total)
}

/** One person. Throws `not_found`. */
export const readUser = async (ctx: Ctx, id: string): Promise<AdminUser> => {
  const row = await queries.findUser(ctx, id)
  if (!row) throw new AppError('not_found')
  return viewOf(ctx, row)
}

/** Adds an account and mails its owner a link to set a password. Throws `duplicate`, and `not_found` for the company. */
export const createUser = (ctx: UserCtx, input: EndpointInput<typeof createUserEndpoint>['body']) =>
  inTransaction(ctx, async (tx) => {
    const { name, email, role, locale } = input
    const account = await createAccount(tx, { name, email, role, locale, passwordHash: null, verified: false })
    if (!account) throw new AppError('duplicate', { data: { field: 'email' } })
    const wanted = role === 'customer' ? input.company : null
    const company = wanted && (await addMember(tx, wanted.id, account.id, wanted.role))
    if (wanted && !company) throw new AppError('not_found')
    if (company) await rememberCompany(tx, account.id, company.id)
    if (role === 'support' && input.staff)
      await queries.upsertStaff(tx, { ...input.staff, userId: account.id, updatedAt: tx.now() })
    await mailIfKnown(tx, 'reset', email)
    const target = { type: 'user', id: account.id, label: name }
    await recordAudit(tx, { action: 'user.created', companyId: null, target, diff: { role, company: company?.id } })
    if (company)
      await recordAudit(tx, { action: 'member.added', companyId: company.id, target, diff: { role: wanted?.role } })
    return readUser(tx, account.id)
  })

/** Sets what a support user can take on. Throws `state_invalid` for other roles. */
export const setSupportProfile = (ctx: UserCtx, id: string, profile: SupportProfile): Promise<AdminUser> =>
  inTransaction(ctx, async (tx) => {
    const row = await lock(tx, id)
    if (row.role !== 'support') throw new AppError('state_invalid', { data: { role: row.role } })
    const before = (await readUser(tx, id)).staff ?? noProfile
    const diff = diffOf(before, profile)
    if (Object.keys(diff).length === 0) return readUser(tx, id)
    await queries.upsertStaff(tx, { ...profile, userId: id, updatedAt: tx.now() })
    const target = { type: 'user', id, label: row.name }
    await recordAudit(tx, { action: 'user.support_profile_changed', companyId: null, target, diff })
    return readUser(tx, id)
  })

type Row = NonNullable<Awaited<ReturnType<typeof lockUser>>>

export const lock = async (tx: Ctx, id: string): Promise<Row> => {
  const row = await lockUser(tx, id)
  if (!row || row.status === 'deleted') throw new AppError('not_found')
  return row
}

export const assertAnotherAdmin = async (tx: Ctx, row: Row) => {
  if (row.role !== 'admin' || row.status !== 'active') return
  const admins = await lockPlatformAdmins(tx)
  if (!admins.some((id) => id !== row.id)) throw new AppError('last_admin')
}

const COUNTED_MS = 30 * 86_400_000

/**
 * Admins of the platform as the four-eyes rule counts them: one who was suspended counts for 30 days more, so that no one
 * is the only admin just because they suspended the others.
 */
export const countedAdmins = (tx: Ctx): Promise<string[]> =>
  listCountedAdmins(tx, new Date(tx.now().getTime() - COUNTED_MS))

/** Taking the role away from the last but one would leave one admin who may appoint others alone. */
const assertTwoStay = async (tx: Ctx, row: Row) => {
  if (row.role !== 'admin') return
  const counted = await countedAdmins(tx)
  if (counted.includes(row.id) && counted.length <= 2) throw new AppError('two_admins_required')
}

/** A change of a person, as the audit log calls it; `extra` is written down with it. */
type Applied = { action: AuditAction; change: UserChange; extra?: Record<string, unknown> }

export const apply = async (tx: Ctx, row: Row, { action, change, extra }: Applied) => {
  await changeUser(tx, row.id, change)
  await recordAudit(tx, {
    action,
    companyId: null,
    target: { type: 'user', id: row.id, label: row.name },
    diff: { ...diffOf(row, change), ...extra },
  })
  emitChange(tx, 'session.changed', { userIds: [row.id] })
}

type UserInput = EndpointInput<typeof updateUserEndpoint>['body']

/**
 * Changes a person. A change of role ends their sessions. Throws `last_admin`, `self_refused` for one's own role,
 * `approval_required` for a new admin, whom a second one has to approve, and `two_admins_required` where one admin
 * would be left.
 */
export const updateUser = (ctx: UserCtx, id: string, input: UserInput, reason?: string) =>
  inTransaction(ctx, async (tx) => {
    if (input.role) await lockPlatformAdmins(tx)
    const row = await lock(tx, id)
    const turns = input.role !== undefined && input.role !== row.role
    if (turns && id === tx.actor.userId) throw new AppError('self_refused')
    if (turns && input.role === 'admin') throw new AppError('approval_required')
    if (turns) await assertAnotherAdmin(tx, row)
    if (turns) await assertTwoStay(tx, row)
    const action = turns ? 'user.role_changed' : 'user.updated'
    await apply(tx, row, { action, change: given(input), extra: reason ? { reason } : {} })
    if (turns) await endUserSessions(tx, id)
    return readUser(tx, id)
  })

/** Suspends a user, which ends their sessions, or reinstates them. Users cannot suspend themselves. */
export const setStatus = (ctx: UserCtx, id: string, input: EndpointInput<typeof setUserStatusEndpoint>['body']) =>
  inTransaction(ctx, async (tx) => {
    const { status, reason } = input
    if (id === tx.actor.userId) throw new AppError('self_refused')
    await lockPlatformAdmins(tx)
    const row = await lock(tx, id)
    if (row.status === status) throw new AppError('state_invalid', { data: { status } })
    if (status === 'suspended') await assertAnotherAdmin(tx, row)
    const back = row.emailVerifiedAt ? ('active' as const) : ('new' as const)
    const change: UserChange = { status: status === 'active' ? back : status }
    if (status === 'active' && row.deletionAt) await planAccountDeletion(tx, id, null)
    const action = status === 'active' ? 'user.reactivated' : 'user.suspended'
    await apply(tx, row, { action, change, extra: { reason } })
    if (status === 'suspended') {
      await endInvitationsOf(tx, id)
      await endUserSessions(tx, id)
    }
    return readUser(tx, id)
  })

/** Takes the address of a person as proven. */
export const verifyEmail = (ctx: UserCtx, id: string): Promise<AdminUser> =>
  inTransaction(ctx, async (tx) => {
    const row = await lock(tx, id)
    if (!row.emailVerifiedAt) {
      await confirmEmail(tx, row)
      const target = { type: 'user', id, label: row.name }
      await recordAudit(tx, { action: 'user.email_verified', companyId: null, target, diff: { byHand: true } })
    }
    return readUser(tx, id)
  })

/** Mails a link to set a new password. Throws `state_invalid` for a suspended account, which may not use one. */
export const mailReset = (ctx: UserCtx, id: string): Promise<void> =>
  inTransaction(ctx, async (tx) => {
    const row = await lock(tx, id)
    if (row.status === 'suspended') throw new AppError('state_invalid', { data: { status: row.status } })
    await mailIfKnown(tx, 'reset', row.email)
    const target = { type: 'user', id, label: row.name }
    await recordAudit(tx, { action: 'password.reset_mailed', companyId: null, target })
  })

/** Ends every session of a person. Answers how many. */
export const revokeSessions = (ctx: UserCtx, id: string): Promise<{ ended: number }> =>
  inTransaction(ctx, async (tx) => {
    const row = await lock(tx, id)
    // Background work has no session of its own to keep.
    const ended = await endUserSessions(tx, id, tx.actor.sessionId || undefined)
    const target = { type: 'user', id, label: row.name }
    await recordAudit(tx, { action: 'session.revoked', companyId: null, target, diff: { ended } })
    return { ended }
  })
