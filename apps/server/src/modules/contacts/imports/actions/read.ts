import {
  type ContactImport,
  type ImportCounts,
  type ImportHead,
  type ImportState,
  importUndoDays,
} from '@recado/contracts/contacts/imports'
import { z } from 'zod'
import type { CompanyCtx } from '#server/context.ts'
import { AppError } from '#server/http/app-error.ts'
import { decodeCursor, encodeCursor, instantPlace } from '#server/lib/cursor.ts'
import { type PageInput, pageFrom } from '#server/lib/page.ts'
import { firstRows, readCells } from '#server/lib/table-files/rows-file.ts'
import { seesPersonalData, shownPhone } from '#server/modules/contacts/contacts/index.ts'
import {
  countFixedPhones,
  countReasons,
  findAuthor,
  findFiles,
  findImport,
  findSameFile,
  type ImportRow,
  isWaiting,
  listImportRows,
  listOutcomes,
  type RowFilter,
} from '../queries.ts'
import { mappingOf, planOf, rulesOf, suggestionsOf } from '../rows/plan.ts'
import { problemsOf } from '../rows/problems.ts'

const DAY_MS = 86_400_000

/** Until when an import can be undone; null when it cannot. */
export const undoUntil = ({ state, finishedAt }: Pick<ImportRow, 'state' | 'finishedAt'>): Date | null =>
  finishedAt !== null && ['completed', 'completed_with_errors', 'failed', 'canceled'].includes(state)
    ? new Date(finishedAt.getTime() + importUndoDays * DAY_MS)
    : null

const countsOf = ({ counts }: ImportRow): ImportCounts | null =>
  Object.keys(counts).length === 0 ? null : { created: 0, updated: 0, unchanged: 0, skipped: 0, failed: 0, ...counts }

const headOf = (row: ImportRow, author: string | null, now: Date): ImportHead => {
  const until = row.startedAt === null ? null : undoUntil(row)
  return {
    ...{ id: row.id, fileName: row.fileName, format: row.format, bytes: row.bytes, state: row.state, rows: row.rows },
    progress: row.progress,
    counts: countsOf(row),
    reverted: row.reverted && { deleted: 0, restored: 0, kept: 0, ...row.reverted },
    error: row.error,
    author,
    undoUntil: until !== null && until > now ? until.toISOString() : null,
    createdAt: row.createdAt.toISOString(),
    startedAt: row.startedAt?.toISOString() ?? null,
    finishedAt: row.finishedAt?.toISOString() ?? null,
  }
}

/** Imports of the company, newest first. */
export const listImports = async (ctx: CompanyCtx, { cursor, limit }: PageInput) => {
  const rows = await listImportRows(ctx, decodeCursor(instantPlace, cursor), limit)
  return pageFrom(
    rows,
    limit,
    ({ row, author }) => headOf(row, author, ctx.now()),
    ({ row }) => encodeCursor({ at: row.createdAt, id: row.id }),
  )
}

const workingStates: ReadonlySet<ImportState> = new Set(['validating', 'running', 'reverting'])

const load = async (ctx: CompanyCtx, id: string): Promise<ImportRow> => {
  const row = await findImport(ctx, id)
  if (!row) throw new AppError('not_found')
  return row
}

/** The rows of an import; null once they are no longer kept. */
const pathOf = async (ctx: CompanyCtx, row: ImportRow): Promise<string | null> =>
  row.rowsFileId === null ? null : ((await findFiles(ctx, [row.rowsFileId])).get(row.rowsFileId) ?? null)

/** One import with all that its page shows. Throws `not_found`. */
export const readImport = async (ctx: CompanyCtx, id: string): Promise<ContactImport> => {
  const row = await load(ctx, id)
  const path = await pathOf(ctx, row)
  const preview = path === null ? [] : await firstRows(ctx.deps, path)
  const { sheets, sheet, encoding, delimiter, header, columns } = row.reading
  const same = await findSameFile(ctx, row)
  // Counting every row at each step of the progress would slow the import down.
  const isWorking = workingStates.has(row.state)
  const reasons = isWorking ? [] : await countReasons(ctx, id)
  return {
    ...headOf(row, await findAuthor(ctx, row.authorId), ctx.now()),
    ...{ sheets, sheet, encoding, delimiter, header, columns, preview },
    suggestions: await suggestionsOf(ctx, row, preview),
    mapping: await mappingOf(ctx, row, preview),
    rules: rulesOf(row),
    phonesFixed: isWorking ? 0 : await countFixedPhones(ctx, id),
    reasons: reasons.flatMap(({ code, ...reason }) => (code === null ? [] : [{ ...reason, code }])),
    sameFile: same && { id: same.id, createdAt: same.createdAt.toISOString() },
    waits: await isWaiting(ctx, row),
    version: row.version,
  }
}

const rowPlace = z.object({ row: z.int().min(0) })

/** What becomes of each row, in the order of the file. Throws `not_found`. */
export const listRows = async (ctx: CompanyCtx, id: string, { cursor, limit, ...filter }: PageInput & RowFilter) => {
  const row = await load(ctx, id)
  const path = await pathOf(ctx, row)
  const after = decodeCursor(rowPlace, cursor)?.row ?? 0
  const found = await listOutcomes(ctx, id, { after, limit: limit + 1, filter })
  const cells = await Promise.all(
    found.map(({ offset }) => (path === null ? Promise.resolve([]) : readCells(ctx.deps, path, offset))),
  )
  const full = seesPersonalData(ctx)
  const plan = await planOf(ctx, await mappingOf(ctx, row, []), rulesOf(row))
  return pageFrom(
    found.map((outcome, i) => ({ ...outcome, cells: cells[i] ?? [] })),
    limit,
    ({ rowNo, contactId, phone, cells: own, ...outcome }) => ({
      ...{ row: rowNo, action: outcome.action, code: outcome.errorCode, field: outcome.errorField },
      ...{ problems: problemsOf(outcome, own, plan), contactId, cells: own },
      phone: shownPhone(phone, full),
    }),
    ({ rowNo }) => encodeCursor({ row: rowNo }),
  )
}
