import { contactChange, contactFilter, type previewContactChange } from '@recado/contracts/contacts/address-book'
import { type BulkSelection, bulkNow, countLimit, type ListFilter } from '@recado/contracts/shared/lists'
import { z } from 'zod'
import { type CompanyCtx, inTransaction, type UserCtx } from '#server/context.ts'
import { newId } from '#server/lib/ids.ts'
import { announceContacts, optOut, seesPersonalData } from '#server/modules/contacts/contacts/index.ts'
import { taskTimeout, withinTime } from '#server/modules/contacts/filters/index.ts'
import { addToList, removeFromList } from '#server/modules/contacts/lists/index.ts'
import { recordAudit } from '#server/modules/shared/audit/index.ts'
import { type BulkRows, defineBulk, inCompany, parseFilter, resolveIds } from '#server/modules/shared/tasks/index.ts'
import { announceChange } from '../events-of-change.ts'
import {
  applyChange,
  countChanges,
  findOverfull,
  isOneOf,
  type ListChange,
  type ResolvedChange,
} from '../queries/changes.ts'
import { compileContactFilter } from '../queries/conditions.ts'
import { findContactIds, findIdsAfter, findNames } from '../queries/list.ts'
import { addToCount, findCount, insertMembersChanged, insertRecord } from '../queries/records.ts'
import { resolveChange } from './resolve-change.ts'

const args = z.object({ changeId: z.uuid(), change: contactChange })
type Args = z.output<typeof args>

const compiled = (ctx: CompanyCtx, filter: ListFilter) => compileContactFilter(ctx, parseFilter(contactFilter, filter))

const rows: BulkRows<unknown> = {
  find: (ctx, ids) => findNames(inCompany(ctx), ids, seesPersonalData(inCompany(ctx))),
  filter: async (ctx, filter, limit) => {
    const where = await compiled(inCompany(ctx), filter)
    return withinTime(inCompany(ctx), (tx) => findContactIds(tx, where, limit))
  },
  after: async (ctx, filter, place) => {
    const where = await compiled(inCompany(ctx), filter)
    return withinTime(inCompany(ctx), (tx) => findIdsAfter(tx, where, place), { milliseconds: taskTimeout })
  },
}

const changeMembers = async (
  tx: CompanyCtx,
  ids: readonly string[],
  { type, listId }: ListChange,
): Promise<string[]> => {
  const changed =
    type === 'add_to_list' ? await addToList(tx, listId, ids, 'manual') : await removeFromList(tx, listId, ids)
  announceContacts(tx, changed)
  return changed
}

const changeFields = async (
  tx: CompanyCtx,
  changeId: string,
  ids: readonly string[],
  change: ResolvedChange,
): Promise<number> => {
  const changed = await applyChange(tx, changeId, ids, change)
  await announceChange(tx, change, changed)
  return changed.length
}

/** Does it to some contacts in one transaction; answers those whom it leaves out, as they would have too many tags. */
const applyTo = (ctx: CompanyCtx, ids: readonly string[], { changeId, change }: Args): Promise<string[]> =>
  inTransaction(ctx, async (tx) => {
    const resolved = await resolveChange(tx, change, true)
    await insertRecord(tx, changeId, change)
    if ('listId' in resolved) {
      const changed = await changeMembers(tx, ids, resolved)
      await insertMembersChanged(tx, changeId, changed)
      await addToCount(tx, changeId, changed.length)
      return []
    }
    if (resolved.type === 'opt_out') {
      await addToCount(tx, changeId, (await optOut(tx, ids, resolved.reason)).length)
      return []
    }
    const overfull = await findOverfull(tx, ids, resolved)
    await addToCount(tx, changeId, await changeFields(tx, changeId, ids, resolved))
    return overfull
  })

/** Changes many contacts. What is so already is left as it is. */
export const contactChanges = defineBulk<Args, { id: string; label: string }>({
  ...rows,
  kind: 'contacts.change',
  ability: 'contacts.edit',
  atOnce: bulkNow,
  args,
  apply: async (ctx, found, asked) => {
    const ids = found.map(({ id }) => id)
    const left = new Set(await applyTo(inCompany(ctx), ids, asked))
    return found.filter(({ id }) => left.has(id)).map((row) => ({ ...row, code: 'limit_reached' }))
  },
  record: (ctx, ids, { changeId, change }) =>
    inTransaction(ctx, (tx) =>
      recordAudit(tx, {
        action: change.type === 'block' || change.type === 'unblock' ? `contact.${change.type}` : 'contact.bulk',
        target: { type: 'contact', id: (ids.length === 1 && ids[0]) || changeId },
        diff: { type: change.type, contacts: ids.length, ...('reason' in change && { reason: change.reason }) },
      }),
    ),
})

type Preview = z.infer<typeof previewContactChange.response>

/** What a change would come to, without doing it. Throws what doing it would, and `filter_too_slow`. */
export const previewChange = async (
  ctx: CompanyCtx & UserCtx,
  selection: BulkSelection,
  change: Args['change'],
): Promise<Preview> => {
  const ids = await resolveIds(rows, ctx, selection, {})
  const resolved = await resolveChange(ctx, change, false)
  if (ids.length > countLimit && 'filter' in selection) {
    const where = await compiled(ctx, selection.filter)
    return withinTime(ctx, (tx) => countChanges(tx, where, resolved))
  }
  return { ...(await countChanges(ctx, isOneOf(ids), resolved)), total: ids.length }
}

/** Does it. Throws `conflict` where filters no longer leave what the person saw, `filter_too_slow`, and what a change refuses. */
export const changeContacts = async (ctx: CompanyCtx & UserCtx, selection: BulkSelection, change: Args['change']) => {
  const changeId = newId()
  // What is refused is refused at once, also where it is done in the background.
  await resolveChange(ctx, change, false)
  const outcome = await contactChanges.run(ctx, selection, { changeId, change })
  return { ...outcome, changeId, changed: await findCount(ctx, changeId) }
}
