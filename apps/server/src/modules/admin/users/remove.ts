import type { AdminUser } from '@recado/contracts/admin/users'
import { type Ctx, inTransaction, type UserCtx } from '#server/context.ts'
import { AppError } from '#server/http/app-error.ts'
import { mergeMemberships, soleAdminOf } from '#server/modules/companies/companies/index.ts'
import { endUserSessions } from '#server/modules/identity/sessions/index.ts'
import {
  eraseAccount,
  lockPlatformAdmins,
  moveIdentities,
  planAccountDeletion,
} from '#server/modules/identity/users/index.ts'
import { recordAudit } from '#server/modules/shared/audit/index.ts'
import { emitChange } from '#server/realtime/emit-change.ts'
import { apply, assertAnotherAdmin, lock, readUser } from './actions.ts'
import * as queries from './queries.merge.ts'

const GRACE_MS = 30 * 86_400_000

/**
 * Plans the end of an account in 30 days: until then it is suspended, and letting the person in again calls it off.
 * Throws `last_admin` with the companies that would be left without one, `self_refused`, and `state_invalid` when that
 * is planned already.
 */
export const deleteUser = (ctx: UserCtx, id: string, reason: string): Promise<AdminUser> =>
  inTransaction(ctx, async (tx) => {
    if (id === tx.actor.userId) throw new AppError('self_refused')
    await lockPlatformAdmins(tx)
    const row = await lock(tx, id)
    if (row.deletionAt && row.status === 'suspended')
      throw new AppError('state_invalid', { data: { deletionAt: row.deletionAt.toISOString() } })
    await assertAnotherAdmin(tx, row)
    const companies = await soleAdminOf(tx, id)
    if (companies.length > 0) throw new AppError('last_admin', { data: { companies } })
    const deletionAt = new Date(tx.now().getTime() + GRACE_MS)
    const extra = { reason, deletionAt }
    await apply(tx, row, { action: 'user.deletion_scheduled', change: { status: 'suspended' }, extra })
    await planAccountDeletion(tx, id, deletionAt)
    await endUserSessions(tx, id)
    return readUser(tx, id)
  })

type Pair = { kept: AdminUser; merged: AdminUser }

const assertMergeable = (actorId: string, { kept, merged }: Pair) => {
  if (kept.id === merged.id || merged.id === actorId) throw new AppError('self_refused')
  if (kept.status === 'deleted' || merged.status === 'deleted') throw new AppError('not_found')
  // Staff accounts have platform permissions, which must not be acquired through a merge.
  if (kept.role !== 'customer' || merged.role !== 'customer')
    throw new AppError('state_invalid', { data: { roles: [kept.role, merged.role] } })
}

const pairOf = async (ctx: UserCtx, id: string, otherId: string): Promise<Pair> => {
  const pair = { kept: await readUser(ctx, id), merged: await readUser(ctx, otherId) }
  assertMergeable(ctx.actor.userId, pair)
  return pair
}

/** What a merge would bring. Throws as the merge does. */
export const previewMerge = async (ctx: UserCtx, id: string, otherId: string) => {
  const { kept, merged } = await pairOf(ctx, id, otherId)
  const own = new Map(kept.companies.map((company) => [company.id, company.role]))
  const named = (companies: AdminUser['companies']) =>
    companies.map((company) => ({ id: company.id, name: company.name }))
  return {
    kept,
    merged,
    joins: named(merged.companies.filter((company) => !own.has(company.id))),
    rises: named(
      merged.companies.filter(({ id: companyId, role }) => role === 'admin' && own.get(companyId) === 'member'),
    ),
    openConversations: await queries.countOpenConversations(ctx, otherId),
  }
}

/**
 * Makes two accounts of one person one: what the other may and does goes to the first, and nothing that names the person
 * stays with the other. Throws `self_refused`, and `state_invalid` unless both are customers.
 */
export const mergeUsers = (ctx: UserCtx, id: string, otherId: string, reason: string): Promise<AdminUser> =>
  inTransaction(ctx, async (tx) => {
    // In the order of ids, so that two merges cannot wait for each other.
    const rows = new Map<string, Awaited<ReturnType<typeof lock>>>()
    for (const wanted of [...new Set([id, otherId])].sort()) rows.set(wanted, await lock(tx, wanted))
    const { kept, merged } = await pairOf(tx, id, otherId)
    const other = rows.get(otherId)
    if (!other) throw new AppError('not_found')
    await mergeMemberships(tx, otherId, kept)
    await moveIdentities(tx, otherId, id)
    await endUserSessions(tx, otherId)
    await queries.insertMerge(tx, {
      userId: otherId,
      intoId: id,
      reason,
      mergedBy: tx.actor.userId,
      createdAt: tx.now(),
    })
    await eraseAccount(tx, other)
    await recordAudit(tx, {
      action: 'user.merged',
      companyId: null,
      target: { type: 'user', id, label: kept.name },
      diff: { mergedId: otherId, companies: merged.companies.map((company) => company.id), reason },
    })
    announce(tx, id)
    return readUser(tx, id)
  })

const announce = (tx: Ctx, id: string) => emitChange(tx, 'session.changed', { userIds: [id] })
