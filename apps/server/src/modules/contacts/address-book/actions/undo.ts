import { type ContactChangeRecord, changeUndoHours } from '@recado/contracts/contacts/address-book'
import { bulkNow } from '@recado/contracts/shared/lists'
import type { Task } from '@recado/contracts/shared/tasks'
import { z } from 'zod'
import { type CompanyCtx, inTransaction, type UserCtx } from '#server/context.ts'
import { AppError } from '#server/http/app-error.ts'
import { personOf } from '#server/lib/avatar-url.ts'
import { decodeCursor, encodeCursor, rankedPlace } from '#server/lib/cursor.ts'
import { type PageInput, pageFrom } from '#server/lib/page.ts'
import { type Cell, writeSheet } from '#server/lib/spreadsheet.ts'
import { announceContacts, seesPersonalData } from '#server/modules/contacts/contacts/index.ts'
import { addToList, removeFromList } from '#server/modules/contacts/lists/index.ts'
import { recordAudit } from '#server/modules/shared/audit/index.ts'
import { assertMayChange, defineTask, findUnfinished, inCompany, readTask } from '#server/modules/shared/tasks/index.ts'
import { announceChange } from '../events-of-change.ts'
import { type ListChange, type ResolvedChange, undoChange } from '../queries/changes.ts'
import { findNames } from '../queries/list.ts'
import {
  countUndone,
  findKept,
  listRecords,
  lockRecord,
  markUndone,
  type RecordRow,
  settleUndone,
  takeChanged,
} from '../queries/records.ts'
import { resolveChange } from './resolve-change.ts'

const HOUR = 3_600_000

const changing = z.object({ args: z.object({ changeId: z.string() }) })
const undoing = z.object({ changeId: z.uuid() })

/** Changes that are being made in the background, and those that are being taken back. */
type Running = { changing: ReadonlySet<string>; undoing: ReadonlySet<string> }

const findRunning = async (ctx: CompanyCtx): Promise<Running> => {
  const changes = await findUnfinished(ctx, 'contacts.change')
  const undos = await findUnfinished(ctx, 'contacts.undo')
  return {
    changing: new Set(changes.flatMap((input) => changing.safeParse(input).data?.args.changeId ?? [])),
    undoing: new Set(undos.flatMap((input) => undoing.safeParse(input).data?.changeId ?? [])),
  }
}

const isRunning = ({ changing, undoing }: Running, id: string) => changing.has(id) || undoing.has(id)

/** Until when a change can be taken back. What people are said to want never can: that would opt them in. */
const undoUntil = ({ args, created_at: at, undone_at: undone }: RecordRow, now: Date): Date | null => {
  const until = new Date(new Date(at).getTime() + changeUndoHours * HOUR)
  return args.type !== 'opt_out' && undone === null && until > now ? until : null
}

/** The change as the reader may see it: values of fields that are sensitive, or gone, are for those who see all. */
const shownChange = ({ args, sensitive }: RecordRow, full: boolean): ContactChangeRecord['change'] =>
  args.type === 'attribute' && !full && sensitive !== false ? { ...args, value: '•••' } : args

type View = { now: Date; running: Running; full: boolean }

const viewOf = (row: RecordRow, { now, running, full }: View): ContactChangeRecord => ({
  id: row.id,
  change: shownChange(row, full),
  subject: row.subject,
  count: row.count,
  actor: personOf(row.actor_id, row.actor_name, row.actor_avatar),
  createdAt: new Date(row.created_at).toISOString(),
  undoUntil: isRunning(running, row.id) ? null : (undoUntil(row, now)?.toISOString() ?? null),
  undoing: running.undoing.has(row.id),
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

const undoMembers = async (tx: CompanyCtx, ids: readonly string[], { type, listId }: ListChange): Promise<string[]> => {
  const changed =
    type === 'add_to_list' ? await removeFromList(tx, listId, ids) : await addToList(tx, listId, ids, 'manual')
  announceContacts(tx, changed)
  return changed
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

const undoFields = async (
  tx: CompanyCtx,
  changeId: string,
  ids: readonly string[],
  change: ResolvedChange,
): Promise<string[]> => {
  const changed = await undoChange(tx, changeId, ids, change)
  await announceChange(tx, reversed(change), changed)
  return changed.map(({ id }) => id)
}

/** Takes a change back from the next contacts, in the caller's transaction; answers how many it came to. */
const undoSome = async (tx: CompanyCtx, { id, args }: RecordRow): Promise<number> => {
  const ids = await takeChanged(tx, id, bulkNow)
  if (ids.length === 0) return 0
  // Whoever looked after them may have left since.
  const change = args.type === 'owner' ? args : await resolveChange(tx, args, false)
  if (change.type === 'opt_out') throw new AppError('state_invalid')
  const restored = 'listId' in change ? await undoMembers(tx, ids, change) : await undoFields(tx, id, ids, change)
  await settleUndone(tx, id, ids, restored)
  return ids.length
}

type Undone = { restored: number; kept: number }

/** Ends an undo that has come to everyone, once. */
const finish = async (tx: CompanyCtx, { id, args, count, undone_at: undoneAt }: RecordRow): Promise<Undone> => {
  const restored = await countUndone(tx, id)
  const kept = Math.max(0, count - restored)
  if (undoneAt !== null) return { restored, kept }
  await markUndone(tx, id)
  await recordAudit(tx, {
    action: 'contact.bulk_undo',
    target: { type: 'contact', id },
    diff: { type: args.type, restored, kept },
  })
  return { restored, kept }
}

/** A change, held still to the end of the transaction. Throws `not_found`. */
const hold = async (tx: CompanyCtx, id: string): Promise<RecordRow> => {
  const row = await lockRecord(tx, id)
  if (!row) throw new AppError('not_found')
  return row
}

/** Contacts that were changed since, and so are left as they are. */
async function* cellsOfKept(ctx: CompanyCtx, id: string): AsyncGenerator<Cell[]> {
  for (let after: string | null = null; ; ) {
    const ids: string[] = await findKept(ctx, id, { after, limit: bulkNow })
    for (const { id: contactId, label } of await findNames(ctx, ids, seesPersonalData(ctx)))
      yield [contactId, label, 'conflict']
    after = ids.at(-1) ?? null
    if (after === null) return
  }
}

/** Takes a change back from some contacts a transaction: whoever runs it again goes on where it stopped. */
export const undoTask = defineTask({
  kind: 'contacts.undo',
  input: undoing,
  run: async (ctx, { changeId }, { report, signal }) => {
    assertMayChange(ctx, 'contacts.edit')
    if (ctx.actor.kind !== 'user') throw new AppError('forbidden')
    const company = inCompany({ ...ctx, actor: ctx.actor })
    const { count } = await inTransaction(company, (tx) => hold(tx, changeId))
    for (let done = 0, some = 1; some > 0; done += some) {
      signal.throwIfAborted()
      await report(done, count)
      some = await inTransaction(company, async (tx) => undoSome(tx, await hold(tx, changeId)))
    }
    await inTransaction(company, async (tx) => finish(tx, await hold(tx, changeId)))
    const headers = ['id', 'name', 'left_out']
    const name = `contacts.undo-${ctx.now().toISOString().slice(0, 10)}.csv`
    return { name, ...writeSheet('csv', { name: 'contacts.undo', headers, rows: cellsOfKept(company, changeId) }) }
  },
})

/**
 * Undoes a change within a day: at once, or in the background where it changed more than `bulkNow`. Later edits are kept.
 * Throws `not_found`, and `state_invalid` while it is being made or taken back.
 */
export const undo = (ctx: CompanyCtx & UserCtx, id: string): Promise<Undone & { task?: Task }> =>
  inTransaction(ctx, async (tx) => {
    const row = await hold(tx, id)
    if (undoUntil(row, tx.now()) === null || isRunning(await findRunning(tx), id)) throw new AppError('state_invalid')
    if (row.count > bulkNow) {
      const taskId = await undoTask.start(tx, { changeId: id })
      return { restored: 0, kept: 0, task: await readTask(tx, taskId) }
    }
    await undoSome(tx, row)
    return finish(tx, row)
  })
