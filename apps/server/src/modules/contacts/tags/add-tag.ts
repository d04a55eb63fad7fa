import type { CompanyCtx } from '#server/context.ts'
import { recordContactEvents } from '#server/modules/contacts/timeline/index.ts'
import { emitChange } from '#server/realtime/emit-change.ts'
import { addToContact, findTag } from './queries.ts'

/** Gives a contact a tag, in the caller's transaction. Nothing happens when they have it, or as many as a contact may. */
export const addTag = async (tx: CompanyCtx, contactId: string, tagId: string): Promise<void> => {
  const tag = await findTag(tx, tagId)
  if (!tag || !(await addToContact(tx, contactId, tagId))) return
  const { id: companyId } = tx.company
  const data = { added: [tag.name], removed: [] }
  await recordContactEvents(tx, [{ companyId, contactId, kind: 'tags_changed', data }])
  emitChange(tx, 'contact.updated', { companyId, ids: [contactId] })
}
