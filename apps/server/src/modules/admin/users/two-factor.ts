import type { AdminUser } from '@recado/contracts/admin/users'
import { inTransaction, type UserCtx } from '#server/context.ts'
import { emit } from '#server/events.ts'
import { AppError } from '#server/http/app-error.ts'
import { endUserSessions } from '#server/modules/identity/sessions/index.ts'
import { clearTwoFactor } from '#server/modules/identity/users/index.ts'
import { recordAudit } from '#server/modules/shared/audit/index.ts'
import { readUser } from './actions.ts'

/** Switches off the second factor of a person who lost it and ends their sessions. Throws `state_invalid` without one. */
export const resetTwoFactor = (ctx: UserCtx, id: string, reason: string): Promise<AdminUser> =>
  inTransaction(ctx, async (tx) => {
    if (id === tx.actor.userId) throw new AppError('self_refused')
    const user = await readUser(tx, id)
    if (!user.twoFactor) throw new AppError('state_invalid', { data: { twoFactor: false } })
    await clearTwoFactor(tx, id)
    await endUserSessions(tx, id)
    await emit(tx, 'user.two_factor_changed', { userId: id, change: 'disabled' })
    const target = { type: 'user', id, label: user.name }
    await recordAudit(tx, { action: 'auth.2fa_reset', companyId: null, target, diff: { reason } })
    return readUser(tx, id)
  })
