import { Readable } from 'node:stream'
import {
  type UserImport,
  userImportCodes,
  userImportMaxBytes,
  userImportOutcomes,
} from '@recado/contracts/admin/user-imports'
import { type Ctx, inTransaction, type UserCtx } from '#server/context.ts'
import { AppError } from '#server/http/app-error.ts'
import { newId } from '#server/lib/ids.ts'
import { readUpload } from '#server/lib/read-upload.ts'
import { recordAudit } from '#server/modules/shared/audit/index.ts'
import { insertFile } from '#server/modules/shared/files/index.ts'
import { readTask } from '#server/modules/shared/tasks/index.ts'
import { parseLines } from './parse.ts'
import * as queries from './queries.ts'
import { checkTask, runTask } from './run.ts'

const PROBLEMS = 50

const stateOf = ({ checkedAt, startedAt, finishedAt }: queries.ImportRow): UserImport['state'] => {
  if (finishedAt) return 'finished'
  if (startedAt) return 'running'
  return checkedAt ? 'checked' : 'checking'
}

const countsOf = (found: Awaited<ReturnType<typeof queries.countOutcomes>>) => {
  const entries = userImportOutcomes.map((outcome) => [outcome, found.get(outcome) ?? 0])
  return Object.fromEntries(entries) as NonNullable<UserImport['counts']>
}

/** How far a file is. Throws `not_found`. */
export const readImport = async (ctx: Ctx, id: string): Promise<UserImport> => {
  const row = await queries.findImport(ctx, id)
  if (!row) throw new AppError('not_found')
  const state = stateOf(row)
  const settled = state === 'checked' || state === 'finished'
  const problems = settled ? await queries.listProblems(ctx, id, PROBLEMS) : []
  return {
    id,
    fileName: row.fileName,
    invite: row.invite,
    state,
    rows: row.total,
    counts: settled ? countsOf(await queries.countOutcomes(ctx, id)) : null,
    problems: problems.flatMap(({ line, code }) => {
      const known = userImportCodes.find((candidate) => candidate === code)
      return known ? [{ line, code: known }] : []
    }),
    createdAt: row.createdAt.toISOString(),
    finishedAt: row.finishedAt?.toISOString() ?? null,
  }
}

/**
 * Takes a CSV file of customers and begins to check it. Throws `file_too_large`, `file_type_refused` for what is no text,
 * and `validation_failed` for a file without the columns or lines that are needed.
 */
export const uploadImport = async (
  ctx: UserCtx,
  upload: { name: string; stream: NodeJS.ReadableStream },
  invite: boolean,
): Promise<UserImport> => {
  const bytes = await readUpload(upload.stream, userImportMaxBytes)
  const total = parseLines(bytes).length
  const stored = await ctx.deps.files.put(Readable.from([bytes]), userImportMaxBytes)
  const id = newId()
  await inTransaction(ctx, async (tx) => {
    const fileId = newId()
    const fileName = upload.name.slice(0, 200) || 'customers.csv'
    const file = { ...stored, id: fileId, ownerKind: 'user_import', ownerId: id, name: fileName, mime: 'text/csv' }
    await insertFile(tx, file)
    const authorId = tx.actor.userId
    await queries.insertImport(tx, { id, fileId, fileName, invite, authorId, total, createdAt: tx.now() })
    await checkTask.start(tx, { importId: id })
    const target = { type: 'user_import', id, label: fileName }
    await recordAudit(tx, { action: 'user_import.checked', companyId: null, target, diff: { lines: total } })
  })
  return readImport(ctx, id)
}

/** Begins to bring in a file that was checked, or goes on with one that was stopped. Throws `state_invalid`. */
export const startImport = (ctx: UserCtx, id: string) =>
  inTransaction(ctx, async (tx) => {
    const row = await queries.lockImport(tx, id)
    if (!row) throw new AppError('not_found')
    const state = stateOf(row)
    if (state === 'checking' || state === 'finished') throw new AppError('state_invalid', { data: { state } })
    if (state === 'checked') {
      await queries.clearOutcomes(tx, id)
      await queries.updateImport(tx, id, { startedAt: tx.now() })
    }
    const taskId = await runTask.start(tx, { importId: id })
    const target = { type: 'user_import', id, label: row.fileName }
    await recordAudit(tx, { action: 'user_import.started', companyId: null, target, diff: { lines: row.total } })
    return readTask(tx, taskId)
  })
