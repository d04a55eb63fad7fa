import type { EndpointInput } from '@recado/contracts'
import {
  type AdminRequest,
  adminRequestHours,
  type decideAdminRequest as decideAdminRequestEndpoint,
  type requestAdmin as requestAdminEndpoint,
} from '@recado/contracts/admin/users'
import type { AuditAction } from '@recado/contracts/shared/audit'
import { type Ctx, inTransaction, type UserCtx } from '#server/context.ts'
import { emit } from '#server/events.ts'
import { AppError } from '#server/http/app-error.ts'
import { newId } from '#server/lib/ids.ts'
import { mailIfKnown } from '#server/modules/identity/auth/index.ts'
import { endUserSessions } from '#server/modules/identity/sessions/index.ts'
import {
  createAccount,
  findAccount,
  findAccountByEmail,
  lockPlatformAdmins,
} from '#server/modules/identity/users/index.ts'
import { recordAudit } from '#server/modules/shared/audit/index.ts'
import { apply, countedAdmins, lock } from '../actions.ts'
import * as queries from './queries.ts'

const SHOWN = 50

const viewOf = (ctx: Ctx, { request, requester, decider }: Awaited<ReturnType<typeof queries.listRequests>>[number]) =>
  ({
    id: request.id,
    name: request.name,
    email: request.email,
    userId: request.userId,
    reason: request.reason,
    requestedBy: { id: request.requestedBy, name: requester },
    createdAt: request.createdAt.toISOString(),
    expiresAt: request.expiresAt.toISOString(),
    decision: request.decision ?? (request.expiresAt <= ctx.now() ? 'expired' : null),
    decidedBy: decider,
    decidedAt: request.decidedAt?.toISOString() ?? null,
  }) satisfies AdminRequest

/** Requests that wait, and the last that do not any more. */
export const listRequests = async (ctx: Ctx): Promise<AdminRequest[]> =>
  (await queries.listRequests(ctx, SHOWN)).map((row) => viewOf(ctx, row))

const read = async (ctx: Ctx, id: string): Promise<AdminRequest> => {
  const row = await queries.findRequest(ctx, id)
  if (!row) throw new AppError('not_found')
  return viewOf(ctx, row)
}

const assertTwoFactor = async (tx: UserCtx) => {
  const account = await findAccount(tx, tx.actor.userId)
  if (!account?.twoFactor) throw new AppError('own_two_factor_required')
}

/** Makes the account an admin's, or makes an admin's account; its owner gets a link to set a password. */
const appoint = async (tx: UserCtx, request: queries.RequestRow): Promise<string> => {
  const { name, email, locale } = request
  const known = await findAccountByEmail(tx, email)
  if (known) {
    const row = await lock(tx, known.id)
    if (row.role === 'admin' || row.status === 'suspended')
      throw new AppError('state_invalid', { data: { role: row.role, status: row.status } })
    const { reason } = request
    await apply(tx, row, { action: 'user.role_changed', change: { role: 'admin' }, extra: { reason } })
    await endUserSessions(tx, row.id)
    return row.id
  }
  const account = await createAccount(tx, { name, email, role: 'admin', locale, passwordHash: null, verified: false })
  if (!account) throw new AppError('duplicate', { data: { field: 'email' } })
  await mailIfKnown(tx, 'reset', email)
  const target = { type: 'user', id: account.id, label: name }
  await recordAudit(tx, { action: 'user.created', companyId: null, target, diff: { role: 'admin' } })
  return account.id
}

const record = (tx: UserCtx, action: AuditAction, { id, name, email, reason }: queries.RequestRow, diff: object = {}) =>
  recordAudit(tx, {
    action,
    companyId: null,
    target: { type: 'admin_request', id, label: name },
    diff: { email, reason, ...diff },
  })

const close = async (tx: UserCtx, request: queries.RequestRow, decision: 'approved' | 'refused' | 'withdrawn') => {
  const userId = decision === 'approved' ? await appoint(tx, request) : request.userId
  const values = { decision, decidedAt: tx.now(), decidedBy: tx.actor.userId, userId }
  await queries.decideRequest(tx, request.id, values)
}

/**
 * Asks the other admins to let someone be one. The only admin there is has no one to ask, so theirs holds at once;
 * admins who were suspended within 30 days count as there, though they cannot answer.
 * Throws `own_two_factor_required`, `duplicate` while the same is asked for, `state_invalid` for who is an admin.
 */
export const requestAdmin = (
  ctx: UserCtx,
  input: EndpointInput<typeof requestAdminEndpoint>['body'],
): Promise<AdminRequest> =>
  inTransaction(ctx, async (tx) => {
    await assertTwoFactor(tx)
    const others = (await lockPlatformAdmins(tx)).filter((id) => id !== tx.actor.userId)
    const known = await findAccountByEmail(tx, input.email)
    if (known?.role === 'admin' || known?.status === 'suspended')
      throw new AppError('state_invalid', { data: { role: known.role, status: known.status } })
    await queries.closeExpired(tx, input.email)
    const request = await queries.insertRequest(tx, {
      ...input,
      id: newId(),
      name: known?.name ?? input.name,
      userId: known?.id ?? null,
      requestedBy: tx.actor.userId,
      createdAt: tx.now(),
      expiresAt: new Date(tx.now().getTime() + adminRequestHours * 3_600_000),
    })
    if (!request) throw new AppError('duplicate', { data: { field: 'email' } })
    await record(tx, 'admin_request.created', request, { others: others.length })
    const alone = (await countedAdmins(tx)).every((id) => id === tx.actor.userId)
    if (alone) await close(tx, request, 'approved')
    const { id: requestId, name: person, email, reason } = request
    await emit(tx, 'admin_request.created', { requestId, adminIds: others, person, email, reason })
    return read(tx, request.id)
  })

type Decision = EndpointInput<typeof decideAdminRequestEndpoint>['body']['decision']

/**
 * Decides what another admin asked for, or withdraws what one asked for oneself. Throws `self_refused` for one's own,
 * `state_invalid` when it is decided or ran out, and `own_two_factor_required`.
 */
export const decideRequest = (ctx: UserCtx, id: string, decision: Decision): Promise<AdminRequest> =>
  inTransaction(ctx, async (tx) => {
    const admins = await lockPlatformAdmins(tx)
    const request = await queries.lockRequest(tx, id)
    if (!request) throw new AppError('not_found')
    // Two admins have to want it, so the first must still be one.
    if (decision === 'approved' && !admins.includes(request.requestedBy))
      throw new AppError('state_invalid', { data: { requestedBy: request.requestedBy } })
    if (request.decidedAt || request.expiresAt <= tx.now())
      throw new AppError('state_invalid', { data: { decision: request.decision ?? 'expired' } })
    const own = request.requestedBy === tx.actor.userId
    if (own !== (decision === 'withdrawn')) throw new AppError('self_refused')
    if (decision === 'approved') await assertTwoFactor(tx)
    await close(tx, request, decision)
    await record(tx, `admin_request.${decision}`, request)
    return read(tx, id)
  })
