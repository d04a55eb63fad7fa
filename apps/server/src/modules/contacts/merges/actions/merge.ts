import type { CompanyCtx } from '#server/context.ts'
import { emit } from '#server/events.ts'
import { newId } from '#server/lib/ids.ts'
import {
  announceContacts,
  type FullContact,
  findWords,
  merges,
  points,
  readContact,
  recordConsent,
  type Sql,
  suppressions,
  updateMarketing,
  withPeopleLocked,
} from '#server/modules/contacts/contacts/index.ts'
import { recordContactEvents } from '#server/modules/contacts/timeline/index.ts'
import { recordAudit } from '#server/modules/shared/audit/index.ts'
import { type Choices, joined, joinedPoints, seenChoices } from '../policy.ts'
import { findRefused, findUnseen, isNo, keyOfWord, loadPair, mergeOf } from './read.ts'

const ownId = (ctx: CompanyCtx) => (ctx.actor.kind === 'user' ? ctx.actor.userId : null)

/** What both said is the survivor's now; a no of either is its newest word, whatever was said later. */
const mergeConsents = async (tx: CompanyCtx, mergeId: string, survivor: FullContact, other: FullContact) => {
  const companyId = tx.company.id
  const contactId = survivor.id
  const refused = await findRefused(tx, survivor, other)
  const consentIds = await merges.moveConsents(tx, other.id, contactId)
  await updateMarketing(tx, { companyId, contactId })
  const held = new Set((await findWords(tx, { companyId, contactId })).filter(isNo).map(keyOfWord))
  const evidence = { mergeId, mergedId: other.id }
  for (const { medium, purpose, channelId } of refused.filter((word) => !held.has(keyOfWord(word)))) {
    const said = { medium, purpose, channelId, state: 'denied', source: 'merge' } as const
    await recordConsent(tx, { companyId, contactId, ...said, evidence, at: tx.now() })
  }
  return consentIds
}

/** Gives what hangs on the other contact to the survivor; answers what it takes to give it back. */
const moveParts = async (tx: CompanyCtx, sql: Sql, survivor: FullContact, other: FullContact) => {
  const identityIds = other.identities.map(({ id }) => id)
  const moved: Record<string, readonly string[]> = {}
  // First, so that a conversation that is just being begun is there when they are moved.
  await merges.moveIdentities(tx, other.id, survivor.id)
  for (const { name, move } of tx.deps.handlers.merge)
    moved[name] = await move(sql, { companyId: tx.company.id, identityIds, from: other.id, to: survivor.id })
  return { identityIds, moved }
}

const saveJoined = async (tx: CompanyCtx, survivor: FullContact, other: FullContact, choices: Choices) => {
  const before = { survivor: merges.factsOf(survivor), merged: merges.factsOf(other) }
  const after = joined(before.survivor, before.merged, choices)
  const further = joinedPoints(
    { facts: before.survivor, points: survivor.points },
    { facts: before.merged, points: other.points },
    after,
  )
  await merges.putAway(tx, other.id, survivor.id)
  await merges.saveFacts(tx, survivor.id, after)
  await points.replaceAllPoints(tx, other.id, [])
  await points.replaceAllPoints(tx, survivor.id, further)
  return { ...before, after, points: { survivor: survivor.points, merged: other.points } }
}

type Pair = { survivor: FullContact; other: FullContact }

/**
 * Makes one contact of two, in a transaction that holds the company's people: all that hangs on the other is the
 * survivor's, and its id leads there. What it takes to undo it is kept.
 */
export const mergePair = async (tx: CompanyCtx, sql: Sql, { survivor, other }: Pair, choices: Choices) => {
  const mergeId = newId()
  const companyId = tx.company.id
  await suppressions.spreadSuppression(tx, mergeId, [survivor, other].flatMap(suppressions.keysOfContact))
  const parts = await moveParts(tx, sql, survivor, other)
  const facts = await saveJoined(tx, survivor, other, choices)
  const consentIds = await mergeConsents(tx, mergeId, survivor, other)
  const mergedName = other.name ?? other.profileName ?? ''
  const snapshot: merges.Snapshot = { ...facts, ...parts, mergedName, consentIds }
  const row = { id: mergeId, survivorId: survivor.id, mergedId: other.id, actorId: ownId(tx), snapshot }
  await merges.insertMerge(tx, row)
  await recordAudit(tx, {
    action: 'contact.merge',
    target: { type: 'contact', id: survivor.id },
    diff: { mergeId, mergedId: other.id, identities: parts.identityIds.length, chosen: choices },
  })
  const data = { mergeId, mergedId: other.id, name: mergedName }
  await recordContactEvents(tx, [{ companyId, contactId: survivor.id, kind: 'merged', data }])
  if (facts.after.blockedAt) await emit(tx, 'contact.block_changed', { companyId, contactId: survivor.id })
  announceContacts(tx, [survivor.id, other.id])
  return row
}

/** Locks both contacts until the merge is complete. */
const lockPair = async (tx: CompanyCtx, id: string, otherId: string): Promise<Pair> => {
  const { survivor, other } = await loadPair(tx, id, otherId)
  await merges.lockContacts(tx, [survivor.id, other.id])
  return loadPair(tx, survivor.id, other.id)
}

/** Makes one contact of two, with the values that were chosen. Throws `not_found`, `validation_failed`. */
export const merge = (ctx: CompanyCtx, id: string, otherId: string, choices: Choices) =>
  withPeopleLocked(ctx, async (tx, sql) => {
    const pair = await lockPair(tx, id, otherId)
    const row = await mergePair(tx, sql, pair, seenChoices(choices, await findUnseen(tx)))
    return { merge: mergeOf(tx, { ...row, createdAt: tx.now() }), contact: await readContact(tx, pair.survivor.id) }
  })
