import {
  type ContactImport,
  type ImportColumn,
  type ImportMapping,
  type ImportRules,
  type ImportState,
  type saveImportMapping,
  sharedImportFields,
} from '@recado/contracts/contacts/imports'
import type { z } from 'zod'
import { type CompanyCtx, inTransaction } from '#server/context.ts'
import { AppError } from '#server/http/app-error.ts'
import { given } from '#server/lib/given.ts'
import { firstRows } from '#server/lib/table-files/rows-file.ts'
import { findDefinitions } from '#server/modules/contacts/contacts/index.ts'
import { removeFile } from '#server/modules/shared/files/index.ts'
import { spendQuota } from '#server/modules/shared/quotas/index.ts'
import { emitImport } from '../change-events.ts'
import { wakeImporter } from '../importer.ts'
import {
  deleteOutcomes,
  findFiles,
  findMembers,
  forgetRows,
  type ImportRow,
  isList,
  lockImport,
  updateImport,
} from '../queries.ts'
import { mappingOf, rulesOf } from '../rows/plan.ts'
import { pastOf } from '../rows/values.ts'
import { stopRun } from '../steps/run.ts'
import { readImport, undoUntil } from './read.ts'

const refuse = (path: string, code: string, message: string) =>
  new AppError('validation_failed', { errors: [{ path, code, message }] })

/** The import, held still, in one of these states. Throws `not_found`, `state_invalid`. */
const lockIn = async (tx: CompanyCtx, id: string, states: readonly ImportState[]): Promise<ImportRow> => {
  const row = await lockImport(tx, id)
  if (!row) throw new AppError('not_found')
  if (!states.includes(row.state)) throw new AppError('state_invalid', { data: { state: row.state } })
  return row
}

/** The import, held still, which still can be prepared: nothing of it was taken in. Throws `not_found`, `state_invalid`. */
export const lockPrepared = async (tx: CompanyCtx, id: string): Promise<ImportRow> => {
  const row = await lockIn(tx, id, ['uploaded', 'mapped', 'ready', 'failed'])
  if (row.startedAt !== null) throw new AppError('state_invalid', { data: { state: row.state } })
  return row
}

const keyFields: readonly ImportColumn[] = ['phone', 'other_phone', 'email', 'external_id', 'document']

const assertColumns = async (tx: CompanyCtx, row: ImportRow, columns: ImportMapping['columns']): Promise<void> => {
  if (columns.length !== row.reading.columns.length)
    throw refuse('columns', 'invalid', `The file has ${row.reading.columns.length} columns`)
  const keys = new Set((await findDefinitions(tx)).map(({ key }) => key))
  const seen = new Set<string>()
  for (const [i, column] of columns.entries()) {
    if (column === null) continue
    if (seen.has(column) && !sharedImportFields.includes(column))
      throw refuse(`columns.${i}`, 'column_twice', `${column} stands for another column already`)
    seen.add(column)
    const [, key] = column.split('attributes.')
    if (key === undefined) continue
    if (!keys.has(key)) throw refuse(`columns.${i}`, 'not_found', `No field ${key}`)
  }
  if (!columns.some((column) => keyFields.includes(column)))
    throw refuse('columns', 'column_key_missing', 'A column with phone, e-mail, ID or document is needed')
}

const assertPlaces = async (tx: CompanyCtx, { listId, ownerId }: ImportMapping): Promise<void> => {
  if (listId !== null && !(await isList(tx, listId))) throw refuse('listId', 'list_gone', 'No such list')
  if (ownerId !== null && ![...(await findMembers(tx)).values()].includes(ownerId))
    throw refuse('ownerId', 'not_found', 'No such member')
}

/** Throws for consent that was given on a day to come. */
const assertConsent = (tx: CompanyCtx, { consent }: ImportRules): void => {
  if (consent?.at && pastOf(new Date(consent.at), { now: tx.now(), timezone: tx.company.timezone }) === null)
    throw refuse('rules.consent.at', 'date_future', 'Consent cannot have been given on a day to come')
}

const suggested = async (tx: CompanyCtx, row: ImportRow): Promise<ImportMapping> => {
  const path = row.rowsFileId === null ? undefined : (await findFiles(tx, [row.rowsFileId])).get(row.rowsFileId)
  return mappingOf(tx, row, path === undefined ? [] : await firstRows(tx.deps, path))
}

type Told = z.output<typeof saveImportMapping.body>

/** Sets what columns hold and how rows are imported. Throws `not_found`, `state_invalid`, `conflict`, `validation_failed`. */
export const saveMapping = async (
  ctx: CompanyCtx,
  id: string,
  { rules, version, ...told }: Told,
): Promise<ContactImport> => {
  await inTransaction(ctx, async (tx) => {
    const row = await lockPrepared(tx, id)
    if (version !== undefined && version !== row.version) throw new AppError('conflict')
    const mapping = { ...(await suggested(tx, row)), ...given(told) }
    await assertColumns(tx, row, mapping.columns)
    await assertPlaces(tx, mapping)
    if (rules) assertConsent(tx, rules)
    await deleteOutcomes(tx, id)
    const reset = { state: 'mapped' as const, counts: {}, progress: 0, offset: 0, error: null, finishedAt: null }
    await updateImport(tx, id, { ...reset, mapping, rules: rules ?? rulesOf(row), updatedAt: tx.now() })
    emitImport(tx, id)
  })
  return readImport(ctx, id)
}

/** Has every row checked in the background. Throws `not_found`, `state_invalid`, `validation_failed`, `quota_exceeded`. */
export const dryRun = async (ctx: CompanyCtx, id: string): Promise<ContactImport> => {
  await inTransaction(ctx, async (tx) => {
    const row = await lockPrepared(tx, id)
    const mapping = await suggested(tx, row)
    await assertColumns(tx, row, mapping.columns)
    await assertPlaces(tx, mapping)
    await spendQuota(tx, 'importChecks')
    await deleteOutcomes(tx, id)
    const reset = { state: 'validating' as const, counts: {}, progress: 0, offset: 0, error: null, finishedAt: null }
    await updateImport(tx, id, { ...reset, mapping, rules: rulesOf(row), updatedAt: tx.now() })
    emitImport(tx, id)
    tx.afterCommit(() => wakeImporter(tx.deps))
  })
  return readImport(ctx, id)
}

/** Takes a checked file in, in the background. Throws `not_found`, `state_invalid`, `validation_failed`. */
export const start = async (ctx: CompanyCtx, id: string): Promise<ContactImport> => {
  await inTransaction(ctx, async (tx) => {
    const row = await lockIn(tx, id, ['ready'])
    if (row.mapping) await assertPlaces(tx, row.mapping)
    const reset = { state: 'running' as const, progress: 0, offset: 0, error: null }
    await updateImport(tx, id, { ...reset, startedAt: tx.now(), updatedAt: tx.now() })
    emitImport(tx, id)
    tx.afterCommit(() => wakeImporter(tx.deps))
  })
  return readImport(ctx, id)
}

const discard = async (tx: CompanyCtx, { id }: ImportRow): Promise<void> => {
  const { fileId, rowsFileId } = await lockPrepared(tx, id)
  for (const file of [fileId, rowsFileId]) if (file !== null) await removeFile(tx, file)
  await forgetRows(tx, [id])
  await updateImport(tx, id, { state: 'canceled', error: null, counts: {}, finishedAt: tx.now() })
}

/** Stops an import; what was taken in stays. One that has not started is discarded with its file. Throws `not_found`, `state_invalid`. */
export const cancel = async (ctx: CompanyCtx, id: string): Promise<ContactImport> => {
  await inTransaction(ctx, async (tx) => {
    const row = await lockIn(tx, id, ['uploaded', 'mapped', 'validating', 'ready', 'running', 'failed'])
    if (row.state === 'running') await stopRun(tx, row, { state: 'canceled', code: 'canceled', error: null })
    else if (row.state === 'validating') {
      await deleteOutcomes(tx, id)
      await updateImport(tx, id, { state: 'mapped', progress: 0, offset: 0 })
    } else await discard(tx, row)
    emitImport(tx, id)
  })
  return readImport(ctx, id)
}

/** Undoes an import in the background. Throws `not_found`, and `state_invalid` after seven days. */
export const revert = async (ctx: CompanyCtx, id: string): Promise<ContactImport> => {
  await inTransaction(ctx, async (tx) => {
    const row = await lockIn(tx, id, ['completed', 'completed_with_errors', 'failed', 'canceled'])
    const until = undoUntil(row)
    if (row.startedAt === null || until === null || until < tx.now()) throw new AppError('state_invalid')
    const reset = { state: 'reverting' as const, progress: 0, reverted: {}, error: null }
    await updateImport(tx, id, { ...reset, updatedAt: tx.now() })
    emitImport(tx, id)
    tx.afterCommit(() => wakeImporter(tx.deps))
  })
  return readImport(ctx, id)
}
