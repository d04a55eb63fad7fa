import type { ContactMerge, listDuplicates, previewMerge } from '@recado/contracts/contacts/contacts'
import type { z } from 'zod'
import type { CompanyCtx } from '#server/context.ts'
import { AppError } from '#server/http/app-error.ts'
import {
  assertNotErased,
  displayNameOf,
  type FullContact,
  findDefinitions,
  findDuplicates,
  findWords,
  loadContact,
  merges,
  readContact,
  seesPersonalData,
} from '#server/modules/contacts/contacts/index.ts'
import { attributeConflictsOf, conflictsOf, joinedMarketing, type Unseen, undoableSince, undoUntil } from '../policy.ts'

/** Contacts that may be the same person. Throws `not_found`. */
export const readDuplicates = async (
  ctx: CompanyCtx,
  id: string,
): Promise<z.input<(typeof listDuplicates)['response']>> => {
  const found = await findDuplicates(ctx, await loadContact(ctx, id))
  const data = await Promise.all(
    found.map(async (one) => ({ contact: await readContact(ctx, one.id), reasons: one.reasons })),
  )
  return { data }
}

/** Two contacts to be made one. Throws `not_found`, and `validation_failed` when they are one already. */
export const loadPair = async (ctx: CompanyCtx, id: string, otherId: string) => {
  const survivor = await loadContact(ctx, id)
  const other = await loadContact(ctx, otherId)
  for (const contact of [survivor, other]) assertNotErased(contact)
  if (survivor.id === other.id)
    throw new AppError('validation_failed', {
      errors: [{ path: 'otherId', code: 'duplicate', message: 'These are one contact already' }],
    })
  return { survivor, other }
}

type Word = Awaited<ReturnType<typeof findWords>>[number]

export const isNo = ({ state }: Word): boolean => state === 'denied'
export const keyOfWord = ({ medium, purpose, channelId }: Word): string => `${medium} ${purpose} ${channelId}`

/** Every no of either contact that holds, for each medium, purpose and number. */
export const findRefused = async (ctx: CompanyCtx, survivor: FullContact, other: FullContact): Promise<Word[]> => {
  const companyId = ctx.company.id
  const both = [survivor, other].map(({ id }) => findWords(ctx, { companyId, contactId: id }))
  const words = (await Promise.all(both)).flat().filter(isNo)
  return [...new Map(words.map((word) => [keyOfWord(word), word])).values()]
}

/** What the actor does not see of the company's own fields: sensitive ones, and those that are gone. */
export const findUnseen = async (ctx: CompanyCtx): Promise<Unseen> => {
  if (seesPersonalData(ctx)) return null
  const seen = new Set((await findDefinitions(ctx)).flatMap(({ key, sensitive }) => (sensitive ? [] : [key])))
  return (key) => !seen.has(key)
}

const identityIds = ({ identities }: FullContact) => identities.map((identity) => identity.id)

/** What a merge would bring together. */
export const readPreview = async (
  ctx: CompanyCtx,
  id: string,
  otherId: string,
): Promise<z.input<(typeof previewMerge)['response']>> => {
  const { survivor, other } = await loadPair(ctx, id, otherId)
  const own = [...identityIds(survivor), ...identityIds(other)]
  const [before, theirs] = [merges.factsOf(survivor), merges.factsOf(other)]
  const refused = await findRefused(ctx, survivor, other)
  const unseen = await findUnseen(ctx)
  const denied = refused.map(({ medium, purpose }) => ({ medium, purpose }))
  return {
    survivor: await readContact(ctx, survivor.id),
    other: await readContact(ctx, other.id),
    conflicts: conflictsOf(before, theirs, unseen),
    attributeConflicts: attributeConflictsOf(before, theirs, unseen),
    conversations: await merges.countConversations(ctx, own),
    identities: own.length,
    ...(await merges.countMoving(ctx, survivor.id, other.id)),
    marketing: joinedMarketing(survivor.marketing, other.marketing),
    denied: [...new Map(denied.map((one) => [`${one.medium} ${one.purpose}`, one])).values()],
  }
}

/** A merge as its reader may see it. */
export const mergeOf = (ctx: CompanyCtx, row: Pick<merges.MergeRow, 'id' | 'mergedId' | 'createdAt' | 'snapshot'>) => {
  const { name, profileName, phone } = row.snapshot.merged
  const merge: ContactMerge = {
    id: row.id,
    mergedId: row.mergedId,
    mergedName: displayNameOf({ name, profileName, phone, username: null }, seesPersonalData(ctx)),
    createdAt: row.createdAt.toISOString(),
    undoUntil: undoUntil(row.createdAt).toISOString(),
  }
  return merge
}

/** Merges into the contact that can be undone. Throws `not_found`. */
export const readMerges = async (ctx: CompanyCtx, id: string) => {
  const { id: survivorId } = await loadContact(ctx, id)
  const rows = await merges.findMerges(ctx, survivorId, undoableSince(ctx.now()))
  return { data: rows.map((row) => mergeOf(ctx, row)) }
}
