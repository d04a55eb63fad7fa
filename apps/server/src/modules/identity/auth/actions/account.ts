import { type Ctx, inTransaction, type UserCtx } from '#server/context.ts'
import { AppError } from '#server/http/app-error.ts'
import { endUserSessions } from '#server/modules/identity/sessions/index.ts'
import {
  acceptVersions,
  eraseAccount,
  listDueDeletions,
  lockPlatformAdmins,
  lockUser,
  planAccountDeletion,
} from '#server/modules/identity/users/index.ts'
import { recordAudit } from '#server/modules/shared/audit/index.ts'
import { emitChange } from '#server/realtime/emit-change.ts'
import { assertPassword, loadSelf } from './two-factor.ts'

const GRACE_MS = 30 * 86_400_000

/** Whether the platform would have no working admin without this one. Its admins are locked, before any other row. */
const isLastPlatformAdmin = async (tx: Ctx, userId: string): Promise<boolean> => {
  const admins = await lockPlatformAdmins(tx)
  return admins.includes(userId) && admins.length === 1
}

/** Plans the deletion of the person's account in 30 days. Throws `password_wrong`, `last_admin`, `state_invalid`. */
export const deleteOwnAccount = async (ctx: UserCtx, password: string): Promise<{ deletionAt: string }> => {
  const account = await loadSelf(ctx)
  await assertPassword(ctx, account, password)
  return inTransaction(ctx, async (tx) => {
    if (await isLastPlatformAdmin(tx, account.id)) throw new AppError('last_admin')
    const row = await lockUser(tx, account.id)
    if (row?.deletionAt) throw new AppError('state_invalid', { data: { deletionAt: row.deletionAt.toISOString() } })
    const companies = await tx.deps.memberships.soleAdminOf(tx, account.id)
    if (companies.length > 0) throw new AppError('last_admin', { data: { companies } })
    const deletionAt = new Date(tx.now().getTime() + GRACE_MS)
    await planAccountDeletion(tx, account.id, deletionAt)
    await recordAudit(tx, {
      action: 'user.deletion_scheduled',
      companyId: null,
      target: { type: 'user', id: account.id, label: account.name },
      diff: { deletionAt: { before: null, after: deletionAt.toISOString() } },
    })
    return { deletionAt: deletionAt.toISOString() }
  })
}

/** Calls it off. Throws `state_invalid` when nothing is planned. */
export const keepOwnAccount = (ctx: UserCtx): Promise<void> =>
  inTransaction(ctx, async (tx) => {
    const row = await lockUser(tx, tx.actor.userId)
    if (!row?.deletionAt) throw new AppError('state_invalid', { data: { deletionAt: null } })
    await planAccountDeletion(tx, row.id, null)
    await recordAudit(tx, {
      action: 'user.deletion_canceled',
      companyId: null,
      target: { type: 'user', id: row.id, label: row.name },
    })
  })

const deleteDueAccount = (ctx: Ctx, userId: string): Promise<void> =>
  inTransaction(ctx, async (tx) => {
    if (await isLastPlatformAdmin(tx, userId)) return
    const row = await lockUser(tx, userId)
    if (!row?.deletionAt || row.deletionAt > tx.now() || row.status === 'deleted') return
    if ((await tx.deps.memberships.soleAdminOf(tx, userId)).length > 0) return
    for (const { id } of await tx.deps.memberships.list(tx, userId, null)) await tx.deps.memberships.end(tx, id, userId)
    await endUserSessions(tx, userId)
    await eraseAccount(tx, row)
    await recordAudit(tx, { action: 'user.deleted', companyId: null, target: { type: 'user', id: userId } })
  })

/**
 * Deletes the accounts whose 30 days are over: memberships and sessions end, and nothing that names the person stays.
 * Whoever has become the last admin of a company, or of the platform, is left until someone else is one too; the last
 * one of a company that is being deleted, until it is gone. One account that cannot be deleted keeps no other.
 */
export const deleteDueAccounts = async (ctx: Ctx): Promise<void> => {
  for (const userId of await listDueDeletions(ctx)) {
    await deleteDueAccount(ctx, userId).catch((err: unknown) =>
      ctx.log.warn({ err, userId }, 'an account could not be deleted yet'),
    )
  }
}

/** Notes that the person accepts these versions. Throws `state_invalid` unless they are the ones in force. */
export const acceptLegal = (
  ctx: UserCtx,
  accepted: { terms: string | null; privacy: string | null },
  inForce: { terms: string; privacy: string },
): Promise<void> =>
  inTransaction(ctx, async (tx) => {
    for (const kind of ['terms', 'privacy'] as const) {
      if (accepted[kind] !== null && accepted[kind] !== inForce[kind])
        throw new AppError('state_invalid', { data: { [kind]: inForce[kind] } })
    }
    await acceptVersions(tx, tx.actor.userId, accepted)
    await recordAudit(tx, {
      action: 'user.terms_accepted',
      companyId: null,
      target: { type: 'user', id: tx.actor.userId, label: tx.actor.name },
      diff: accepted,
    })
    emitChange(tx, 'session.changed', { userIds: [tx.actor.userId] })
  })
