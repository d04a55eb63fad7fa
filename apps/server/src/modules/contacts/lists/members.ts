import type { CompanyCtx } from '#server/context.ts'
import { AppError } from '#server/http/app-error.ts'
import { recordContactEvents } from '#server/modules/contacts/timeline/index.ts'
import { deleteMembers, findList, insertMembers, type MemberSource } from './queries.ts'

const load = async (tx: CompanyCtx, listId: string) => {
  const list = await findList(tx, listId)
  if (!list) throw new AppError('not_found')
  return list
}

/** Throws `not_found` for a list that is gone. */
export const assertListExists = async (ctx: CompanyCtx, listId: string): Promise<void> => {
  await load(ctx, listId)
}

const record = (
  tx: CompanyCtx,
  kind: 'list_added' | 'list_removed',
  ids: string[],
  list: { id: string; name: string },
) =>
  recordContactEvents(
    tx,
    ids.map((contactId) => ({
      companyId: tx.company.id,
      contactId,
      kind,
      data: { listId: list.id, name: list.name },
    })),
  )

/**
 * Puts contacts into a list, in the caller's transaction; answers those who were not in it. Throws `not_found` for a list
 * that is gone.
 */
export const addToList = async (
  tx: CompanyCtx,
  listId: string,
  contactIds: readonly string[],
  source: MemberSource,
): Promise<string[]> => {
  const list = await load(tx, listId)
  const addedBy = tx.actor.kind === 'user' ? tx.actor.userId : null
  const added = await insertMembers(tx, listId, contactIds, { source, addedBy })
  await record(tx, 'list_added', added, list)
  return added
}

/** Takes contacts out of a list, in the caller's transaction; answers those who were in it. Throws `not_found`. */
export const removeFromList = async (
  tx: CompanyCtx,
  listId: string,
  contactIds: readonly string[],
): Promise<string[]> => {
  const list = await load(tx, listId)
  const removed = await deleteMembers(tx, listId, contactIds)
  await record(tx, 'list_removed', removed, list)
  return removed
}
