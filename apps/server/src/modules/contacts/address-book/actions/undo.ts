import { type ContactChangeRecord, changeUndoHours } from '@recado/contracts/contacts/address-book'
import { z } from 'zod'
import { type CompanyCtx, inTransaction } from '#server/context.ts'
import { AppError } from '#server/http/app-error.ts'
import { personOf } from '#server/lib/avatar-url.ts'
import { decodeCursor, encodeCursor, rankedPlace } from '#server/lib/cursor.ts'
import { type PageInput, pageFrom } from '#server/lib/page.ts'
import { announceContacts, seesPersonalData } from '#server/modules/contacts/contacts/index.ts'
import { addToList, removeFromList } from '#server/modules/contacts/lists/index.ts'
import { recordAudit } from '#server/modules/shared/audit/index.ts'
import { findUnfinished } from '#server/modules/shared/tasks/index.ts'
import { announceChange } from '../events-of-change.ts'
import { type ListChange, type ResolvedChange, undoChange } from '../queries/changes.ts'
import { findChangedIds, listRecords, lockRecord, markUndone, type RecordRow } from '../queries/records.ts'
import { resolveChange } from './resolve-change.ts'

const HOUR = 3_600_000

const runningTask = z.object({ args: z.object({ changeId: z.string() }) })

/** Changes that still go on in the background. */
const findRunning = async (ctx: CompanyCtx): Promise<ReadonlySet<string>> =>
  new Set(
    (await findUnfinished(ctx, 'contacts.change')).flatMap(
      (input) => runningTask.safeParse(input).data?.args.changeId ?? [],
    ),
  )

const undoUntil = ({ created_at: at, undone_at: undone }: RecordRow, now: Date): Date | null => {
  const until = new Date(new Date(at).getTime() + changeUndoHours * HOUR)
  return undone === null && until > now ? until : null
}

/** The change as the reader may see it: values of fields that are sensitive, or gone, are for those who see all. */
const shownChange = ({ args, sensitive }: RecordRow, full: boolean): ContactChangeRecord['change'] =>
  args.type === 'attribute' && !full && sensitive !== false ? { ...args, value: '•••' } : args

type View = { now: Date; running: ReadonlySet<string>; full: boolean }

const viewOf = (row: RecordRow, { now, running, full }: View): ContactChangeRecord => ({
  id: row.id,
  change: shownChange(row, full),
  subject: row.subject,
  count: row.count,
  actor: personOf(row.actor_id, row.actor_name, row.actor_avatar),
  createdAt: new Date(row.created_at).toISOString(),
  undoUntil: running.has(row.id) ? null : (undoUntil(row, now)?.toISOString() ?? null),
  undoneAt: row.undone_at && new Date(row.undone_at).toISOString(),
})

/** Changes of many contacts, newest first. */
export const readChanges = async (ctx: CompanyCtx, { cursor, limit }: PageInput) => {
  const full = seesPersonalData(ctx)
  const rows = await listRecords(ctx, decodeCursor(rankedPlace, cursor), limit + 1)
  const running = await findRunning(ctx)
  return pageFrom(
    rows,
    limit,
    (row) => viewOf(row, { now: ctx.now(), running, full }),
    (row) => encodeCursor({ at: row.created_at, id: row.id }),
  )
}

const undoMembers = async (tx: CompanyCtx, id: string, { type, listId }: ListChange): Promise<number> => {
  const ids = await findChangedIds(tx, id)
  const changed =
    type === 'add_to_list' ? await removeFromList(tx, listId, ids) : await addToList(tx, listId, ids, 'manual')
  announceContacts(tx, changed)
  return changed.length
}

const opposite = {
  add_tags: 'remove_tags',
  remove_tags: 'add_tags',
  delete: 'restore',
  restore: 'delete',
  block: 'unblock',
} as const

/** What taking a change back says of itself. */
const reversed = (change: ResolvedChange): ResolvedChange => {
  switch (change.type) {
    case 'add_tags':
    case 'remove_tags':
      return { ...change, type: opposite[change.type] }
    case 'delete':
    case 'restore':
    case 'block':
      return { type: opposite[change.type] }
    case 'unblock':
      return { type: 'block', reason: '' }
    default:
      return change
  }
}

/** Undoes a change within a day. Later edits are kept. Throws `not_found`, and `state_invalid` while it is running. */
export const undo = (ctx: CompanyCtx, id: string): Promise<{ restored: number; kept: number }> =>
  inTransaction(ctx, async (tx) => {
    const row = await lockRecord(tx, id)
    if (!row) throw new AppError('not_found')
    if (undoUntil(row, tx.now()) === null || (await findRunning(tx)).has(id)) throw new AppError('state_invalid')
    // Whoever looked after them may have left since.
    const change = row.args.type === 'owner' ? row.args : await resolveChange(tx, row.args, false)
    await markUndone(tx, id)
    let restored: number
    if ('listId' in change) restored = await undoMembers(tx, id, change)
    else {
      const changed = await undoChange(tx, id, change)
      await announceChange(tx, reversed(change), changed)
      restored = changed.length
    }
    const kept = Math.max(0, row.count - restored)
    await recordAudit(tx, {
      action: 'contact.bulk_undo',
      target: { type: 'contact', id },
      diff: { type: change.type, restored, kept },
    })
    return { restored, kept }
  })
