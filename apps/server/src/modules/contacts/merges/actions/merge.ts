import type { CompanyCtx } from '#server/context.ts'
import { newId } from '#server/lib/ids.ts'
import {
  announceContacts,
  type FullContact,
  merges,
  readContact,
  recordConsent,
  updateMarketing,
  withPeopleLocked,
} from '#server/modules/contacts/contacts/index.ts'
import { joinListsOf } from '#server/modules/contacts/lists/index.ts'
import { recordContactEvents } from '#server/modules/contacts/timeline/index.ts'
import { recordAudit } from '#server/modules/shared/audit/index.ts'
import { type Choices, joined, joinedMarketing } from '../policy.ts'
import { loadPair, mergeOf } from './read.ts'

const ownId = (ctx: CompanyCtx) => (ctx.actor.kind === 'user' ? ctx.actor.userId : null)

/** What both said to marketing is the survivor's now; a no of either is its newest word, whatever was said later. */
const mergeConsents = async (tx: CompanyCtx, mergeId: string, survivor: FullContact, other: FullContact) => {
  const companyId = tx.company.id
  const contactId = survivor.id
  const consentIds = await merges.moveConsents(tx, other.id, contactId)
  await updateMarketing(tx, { companyId, contactId })
  if (joinedMarketing(survivor.marketing, other.marketing) === 'denied') {
    const evidence = { mergeId, mergedId: other.id }
    await recordConsent(tx, { companyId, contactId, state: 'denied', source: 'merge', evidence, at: tx.now() })
  }
  return consentIds
}

/** Locks both contacts until the merge is complete. */
const lockPair = async (tx: CompanyCtx, id: string, otherId: string) => {
  const { survivor, other } = await loadPair(tx, id, otherId)
  await merges.lockContacts(tx, [survivor.id, other.id])
  return loadPair(tx, survivor.id, other.id)
}

/**
 * Makes one contact of two: identities, conversations, consents, tags and attributes of the other are the survivor's, and
 * its id leads there. What it takes to undo it is kept. Throws `not_found`, `validation_failed`.
 */
export const merge = (ctx: CompanyCtx, id: string, otherId: string, choices: Choices) =>
  withPeopleLocked(ctx, async (tx, sql) => {
    const { survivor, other } = await lockPair(tx, id, otherId)
    const before = { survivor: merges.factsOf(survivor), merged: merges.factsOf(other) }
    const after = joined(before.survivor, before.merged, choices)
    const mergeId = newId()
    const identityIds = other.identities.map((identity) => identity.id)
    const companyId = tx.company.id
    for (const { move } of tx.deps.handlers.merge)
      await move(sql, { companyId, identityIds, from: other.id, to: survivor.id })
    await merges.moveIdentities(tx, other.id, survivor.id)
    const pointIds = await merges.movePoints(tx, other.id, survivor.id)
    const listIds = await joinListsOf(tx, other.id, survivor.id)
    await merges.putAway(tx, other.id, survivor.id)
    await merges.saveFacts(tx, survivor.id, after)
    const consentIds = await mergeConsents(tx, mergeId, survivor, other)
    const mergedName = other.name ?? other.profileName ?? ''
    const snapshot: merges.Snapshot = { ...before, after, mergedName, identityIds, consentIds, pointIds, listIds }
    const row = { id: mergeId, survivorId: survivor.id, mergedId: other.id, actorId: ownId(tx), snapshot }
    await merges.insertMerge(tx, row)
    await recordAudit(tx, {
      action: 'contact.merge',
      target: { type: 'contact', id: survivor.id },
      diff: { mergeId, mergedId: other.id, identities: identityIds.length, chosen: choices },
    })
    const data = { mergeId, mergedId: other.id, name: mergedName }
    await recordContactEvents(tx, [{ companyId, contactId: survivor.id, kind: 'merged', data }])
    announceContacts(tx, [survivor.id, other.id])
    return { merge: mergeOf(tx, { ...row, createdAt: tx.now() }), contact: await readContact(tx, survivor.id) }
  })
