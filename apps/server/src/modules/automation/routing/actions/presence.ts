import type { Presence } from '@recado/contracts/automation/presence'
import { type CompanyCtx, inTransaction, type UserCtx } from '#server/context.ts'
import { setMemberPresence } from '#server/modules/companies/companies/index.ts'
import { emitChange } from '#server/realtime/emit-change.ts'
import { fillJob } from '../jobs.ts'

/** Says whether the signed-in member can be given conversations; what waits goes out to whoever comes back. */
export const setPresence = (ctx: CompanyCtx & UserCtx, presence: Presence): Promise<void> =>
  inTransaction(ctx, async (tx) => {
    const companyId = tx.company.id
    await setMemberPresence(tx, tx.actor.userId, presence)
    if (presence === 'online') await tx.deps.jobs.enqueue(tx.db, fillJob, { companyId }, { companyId })
    emitChange(tx, 'member.updated', { companyId })
    if (presence === 'online') tx.afterCommit(() => tx.deps.jobs.wake('standard'))
  })
