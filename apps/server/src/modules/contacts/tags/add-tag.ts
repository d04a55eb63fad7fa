import type { CompanyCtx } from '#server/context.ts'
import { recordContactEvents } from '#server/modules/contacts/timeline/index.ts'
import { emitChange } from '#server/realtime/emit-change.ts'
import { addToContact, findTag, removeFromContact } from './queries.ts'

const record = async (
  tx: CompanyCtx,
  contactId: string,
  data: { added: string[]; removed: string[] },
): Promise<void> => {
  const { id: companyId } = tx.company
  await recordContactEvents(tx, [{ companyId, contactId, kind: 'tags_changed', data }])
  emitChange(tx, 'contact.updated', { companyId, ids: [contactId] })
}

/** Gives a contact a tag, in the caller's transaction. Nothing happens when they have it, or as many as a contact may. */
export const addTag = async (tx: CompanyCtx, contactId: string, tagId: string): Promise<void> => {
  const tag = await findTag(tx, tagId)
  if (tag && (await addToContact(tx, contactId, tagId))) await record(tx, contactId, { added: [tag.name], removed: [] })
}

/** Takes a tag from a contact, in the caller's transaction. Nothing happens when they do not have it. */
export const removeTag = async (tx: CompanyCtx, contactId: string, tagId: string): Promise<void> => {
  const tag = await findTag(tx, tagId)
  if (tag && (await removeFromContact(tx, contactId, tagId)))
    await record(tx, contactId, { added: [], removed: [tag.name] })
}
