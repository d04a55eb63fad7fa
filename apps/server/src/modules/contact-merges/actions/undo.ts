import type { CompanyCtx } from '#server/context.ts'
import { AppError } from '#server/http/app-error.ts'
import { recordAudit } from '../../audit/index.ts'
import {
  announceContacts,
  loadContact,
  merges,
  type Sql,
  updateMarketing,
  withPeopleLocked,
} from '../../contacts/index.ts'
import { moveConversations } from '../../conversations/index.ts'
import { restored, undoableSince } from '../policy.ts'

const part = async (tx: CompanyCtx, sql: Sql, row: merges.MergeRow) => {
  const { survivorId, mergedId, snapshot } = row
  await merges.lockContacts(tx, [survivorId, mergedId])
  const survivor = await loadContact(tx, survivorId)
  if (survivor.id !== survivorId || !(await merges.takeOut(tx, mergedId, survivorId)))
    throw new AppError('state_invalid')
  await merges.saveFacts(tx, survivorId, restored(merges.factsOf(survivor), snapshot))
  const { phone } = snapshot.merged
  if (phone !== null && !(await merges.isPhoneTaken(tx, phone))) await merges.saveFacts(tx, mergedId, { phone })
  const identityIds = await merges.moveIdentities(tx, survivorId, mergedId, snapshot.identityIds)
  const { companyId } = row
  await moveConversations(sql, { companyId, identityIds, from: survivorId, to: mergedId })
  await merges.moveConsents(tx, survivorId, mergedId, snapshot.consentIds)
  await merges.dropMergeConsent(tx, row.id, survivorId)
  for (const contactId of [survivorId, mergedId]) await updateMarketing(tx, { companyId, contactId })
}

/**
 * Parts two contacts again: what came by the other's numbers is the other's, and the survivor has its fields back where
 * nobody has changed them since. Done twice it is done once. Throws `not_found`, and `state_invalid` after 30 days or when
 * the survivor has become part of a third contact meanwhile.
 */
export const undo = (ctx: CompanyCtx, id: string, mergeId: string): Promise<void> =>
  withPeopleLocked(ctx, async (tx, sql) => {
    const { id: contactId } = await loadContact(tx, id)
    const row = await merges.findMerge(tx, mergeId)
    if (!row || (row.survivorId !== contactId && row.mergedId !== contactId)) throw new AppError('not_found')
    if (row.undoneAt !== null) return
    if (row.createdAt <= undoableSince(tx.now())) throw new AppError('state_invalid')
    await part(tx, sql, row)
    await merges.markUndone(tx, mergeId)
    await recordAudit(tx, {
      action: 'contact.merge_undo',
      target: { type: 'contact', id: row.survivorId },
      diff: { mergeId, mergedId: row.mergedId },
    })
    announceContacts(tx, [row.survivorId, row.mergedId])
  })
