import type { ImportProblem } from '@recado/contracts/contacts/imports'
import type { CompanyCtx } from '#server/context.ts'
import { announceContacts, batches, withPeopleLocked } from '#server/modules/contacts/contacts/index.ts'
import { removeFromList } from '#server/modules/contacts/lists/index.ts'
import { forgetContactEvents, recordContactEvents } from '#server/modules/contacts/timeline/index.ts'
import { recordAudit } from '#server/modules/shared/audit/index.ts'
import { emitImport } from '../change-events.ts'
import {
  findNoted,
  type ImportRow,
  isList,
  listOutcomesBefore,
  lockImport,
  type OutcomeRow,
  saveKept,
  updateImport,
} from '../queries.ts'
import { CHUNK } from './check.ts'

type Done = OutcomeRow & { contactId: string }
type Kept = { rowNo: number; code: ImportProblem }

const same = (one: unknown, other: unknown) => JSON.stringify(one ?? null) === JSON.stringify(other ?? null)

const asList = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : [])
const asRecord = (value: unknown): Record<string, unknown> =>
  value !== null && typeof value === 'object' && !Array.isArray(value) ? { ...value } : {}

/** Restores a value that was not changed since the import; tags and keys each on their own. */
const restored = (field: string, now: unknown, was: unknown, became: unknown): { value: unknown; kept: boolean } => {
  if (field === 'tagIds') {
    const added = asList(became).filter((id) => !asList(was).includes(id))
    return { value: asList(now).filter((id) => !added.includes(id)), kept: false }
  }
  if (field !== 'attributes' && field !== 'address')
    return same(now, became) ? { value: was, kept: false } : { value: now, kept: true }
  const [current, before, after] = [asRecord(now), asRecord(was), asRecord(became)]
  let kept = false
  for (const key of Object.keys(after)) {
    if (same(before[key], after[key])) continue
    if (!same(current[key], after[key])) kept = true
    else if (key in before) current[key] = before[key]
    else delete current[key]
  }
  return { value: Object.keys(current).length === 0 && was === null ? null : current, kept }
}

/** The contact as it was before the row, except for what was changed since. */
const takeBack = (now: batches.Known, { before, after }: Done): { next: batches.Known; kept: boolean } => {
  const fields: Record<string, unknown> = {}
  let kept = false
  for (const [field, was] of Object.entries(before?.fields ?? {})) {
    // What finds a sealed document goes with it.
    const step = restored(field, now[field as keyof batches.Fields], was, after?.fields?.[field])
    fields[field] = step.value
    kept ||= step.kept
  }
  return { next: { ...now, ...fields, binned: now.binned || (before?.binned === true && !kept) }, kept }
}

const isDone = (row: OutcomeRow): row is Done => row.contactId !== null && ['created', 'updated'].includes(row.action)

const removeCreated = async (tx: CompanyCtx, rows: readonly Done[], known: Map<string, batches.Known>) => {
  const ids = rows.map(({ contactId }) => contactId)
  const inUse = new Set([...(await batches.findInUse(tx, ids)), ...(await findNoted(tx, ids))])
  const kept = rows.flatMap(({ rowNo, contactId, after }): Kept[] => {
    const now = known.get(contactId)
    if (inUse.has(contactId)) return [{ rowNo, code: 'in_use' }]
    return now && now.version !== after?.version ? [{ rowNo, code: 'changed_since' }] : []
  })
  const stays = new Set(kept.map(({ rowNo }) => rowNo))
  const gone = rows.flatMap(({ rowNo, contactId }) => (stays.has(rowNo) || !known.has(contactId) ? [] : [contactId]))
  return { gone, kept }
}

const restoreUpdated = async (tx: CompanyCtx, rows: readonly Done[], known: Map<string, batches.Known>) => {
  const kept: Kept[] = []
  const next = new Map<string, batches.Known>()
  for (const row of rows) {
    const now = next.get(row.contactId) ?? known.get(row.contactId)
    if (!now) {
      kept.push({ rowNo: row.rowNo, code: 'changed_since' })
      continue
    }
    const step = takeBack(now, row)
    next.set(row.contactId, step.next)
    if (step.kept) kept.push({ rowNo: row.rowNo, code: 'changed_since' })
  }
  await batches.updateMany(tx, [...next.values()])
  await batches.deletePoints(
    tx,
    rows.flatMap(({ contactId, after }) => (after?.points ?? []).map((point) => ({ ...point, contactId }))),
  )
  return { kept, touched: [...next.keys()] }
}

const undoRows = async (tx: CompanyCtx, row: ImportRow, rows: readonly Done[]) => {
  const ids = rows.map(({ contactId }) => contactId)
  const known = await batches.findMany(tx, ids)
  const created = await removeCreated(
    tx,
    rows.filter(({ action }) => action === 'created'),
    known,
  )
  const updated = await restoreUpdated(
    tx,
    rows.filter(({ action }) => action === 'updated'),
    known,
  )
  const stays = new Set(created.kept.map(({ rowNo }) => rowNo))
  const back = rows.filter(({ rowNo }) => !stays.has(rowNo)).map(({ contactId }) => contactId)
  const listId = row.mapping?.listId ?? null
  const listed = rows.filter(({ rowNo, after }) => after?.listed && !stays.has(rowNo)).map(({ contactId }) => contactId)
  if (listId !== null && listed.length > 0 && (await isList(tx, listId))) await removeFromList(tx, listId, listed)
  await batches.deleteImportedConsents(tx, row.id, back)
  await recordContactEvents(
    tx,
    updated.touched.map((contactId) => ({
      companyId: tx.company.id,
      contactId,
      kind: 'import_reverted',
      data: { importId: row.id, fileName: row.fileName },
    })),
  )
  await forgetContactEvents(tx, created.gone)
  await batches.deleteUnused(tx, created.gone)
  await saveKept(tx, row.id, [...created.kept, ...updated.kept])
  announceContacts(tx, [])
  const kept = created.kept.length + updated.kept.length
  return { deleted: created.gone.length, restored: updated.touched.length - updated.kept.length, kept }
}

const finish = async (tx: CompanyCtx, row: ImportRow, reverted: Record<string, number>): Promise<void> => {
  await updateImport(tx, row.id, { state: 'reverted', revertedAt: tx.now(), progress: row.rows })
  const target = { type: 'import', id: row.id }
  await recordAudit(tx, { action: 'contact.import_revert', target, diff: reverted })
}

/** Undoes the next rows, the last of the file first. False when it is over. */
export const revertChunk = async (ctx: CompanyCtx, current: ImportRow): Promise<boolean> =>
  withPeopleLocked(ctx, async (tx) => {
    const row = await lockImport(tx, current.id)
    if (row?.state !== 'reverting') return false
    const rows = await listOutcomesBefore(tx, row.id, { upTo: row.rows - row.progress, limit: CHUNK })
    const step = await undoRows(tx, row, rows.filter(isDone))
    const sums = { deleted: 0, restored: 0, kept: 0, ...row.reverted }
    const reverted = {
      deleted: sums.deleted + step.deleted,
      restored: sums.restored + Math.max(0, step.restored),
      kept: sums.kept + step.kept,
    }
    const progress = row.progress + rows.length
    const isOver = progress >= row.rows || rows.length === 0
    await updateImport(tx, row.id, { progress, reverted })
    if (isOver) await finish(tx, row, reverted)
    emitImport(tx, row.id)
    return !isOver
  })
