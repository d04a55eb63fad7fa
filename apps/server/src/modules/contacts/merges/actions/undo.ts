import type { CompanyCtx } from '#server/context.ts'
import { AppError } from '#server/http/app-error.ts'
import { newId } from '#server/lib/ids.ts'
import {
  announceContacts,
  type FullContact,
  insertConsent,
  loadContact,
  merges,
  points,
  type Sql,
  suppressions,
  updateMarketing,
  withPeopleLocked,
} from '#server/modules/contacts/contacts/index.ts'
import { recordContactEvents } from '#server/modules/contacts/timeline/index.ts'
import { recordAudit } from '#server/modules/shared/audit/index.ts'
import { restored, restoredPoints, undoableSince } from '../policy.ts'

/**
 * What was said while both were one goes with the number it was said from. Where that is not known, a no holds for both,
 * and a yes for the contact it was noted on.
 */
const partConsents = async (tx: CompanyCtx, row: merges.MergeRow): Promise<void> => {
  const { survivorId, mergedId, snapshot, createdAt } = row
  const movedIds = [...snapshot.consentIds]
  for (const consent of await merges.findConsentsSince(tx, survivorId, createdAt)) {
    const { messageId, identityId } = consent.evidence
    const sayer = typeof messageId === 'string' ? await merges.findContactOfMessage(tx, messageId) : null
    const isTheirs = sayer === mergedId || snapshot.identityIds.some((id) => id === identityId)
    if (isTheirs) movedIds.push(consent.id)
    else if (consent.state === 'denied' && sayer === null && identityId === undefined)
      await insertConsent(tx, { ...consent, id: newId(), contactId: mergedId })
  }
  await merges.moveConsents(tx, survivorId, mergedId, movedIds)
  await merges.dropMergeConsent(tx, row.id, survivorId)
}

/** Each has its own phones, e-mails and fields again where they are unchanged since. */
const partFacts = async (
  tx: CompanyCtx,
  survivor: FullContact,
  { survivorId, mergedId, snapshot }: merges.MergeRow,
) => {
  const facts = restored(merges.factsOf(survivor), snapshot)
  await merges.saveFacts(tx, survivorId, facts)
  const known = snapshot.points
  if (known) {
    const before = {
      survivor: { facts: snapshot.survivor, points: known.survivor },
      merged: { facts: snapshot.merged, points: known.merged },
    }
    const now = { facts: { ...survivor, ...facts }, points: survivor.points }
    await points.replaceAllPoints(tx, survivorId, restoredPoints(now, before))
    await points.replaceAllPoints(tx, mergedId, known.merged)
  } else await merges.movePoints(tx, survivorId, mergedId, snapshot.pointIds ?? [])
  const { phone } = snapshot.merged
  if (phone !== null && (await points.findTakenPhones(tx, mergedId, [phone])).length === 0)
    await merges.saveFacts(tx, mergedId, { phone })
}

const part = async (tx: CompanyCtx, sql: Sql, row: merges.MergeRow) => {
  const { survivorId, mergedId, snapshot } = row
  await merges.lockContacts(tx, [survivorId, mergedId])
  const survivor = await loadContact(tx, survivorId)
  if (survivor.id !== survivorId || !(await merges.takeOut(tx, mergedId, survivorId)))
    throw new AppError('state_invalid')
  await partFacts(tx, survivor, row)
  const identityIds = await merges.moveIdentities(tx, survivorId, mergedId, snapshot.identityIds)
  const { companyId } = row
  for (const { name, move } of tx.deps.handlers.merge) {
    const moved = snapshot.moved?.[name] ?? []
    await move(sql, { companyId, identityIds, from: survivorId, to: mergedId, moved })
  }
  await partConsents(tx, row)
  await suppressions.dropSpread(tx, row.id)
  for (const contactId of [survivorId, mergedId]) await updateMarketing(tx, { companyId, contactId })
}

/**
 * Parts two contacts again: what came by the other's numbers is the other's, and the survivor has its fields back where
 * they are unchanged since. Running it twice changes nothing. Throws `not_found`, and `state_invalid` after 30 days or when
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
    const { mergedId, snapshot } = row
    const data = { mergeId, mergedId, name: snapshot.mergedName }
    const base = { companyId: row.companyId, kind: 'merge_undone' as const, data }
    await recordContactEvents(
      tx,
      [row.survivorId, mergedId].map((one) => ({ ...base, contactId: one })),
    )
    announceContacts(tx, [row.survivorId, mergedId])
  })
