import type { Readable } from 'node:stream'
import type { Locale } from '@recado/contracts'
import type { CompanyCtx } from '#server/context.ts'
import { AppError } from '#server/http/app-error.ts'
import { type Cell, writeSheet } from '#server/lib/spreadsheet.ts'
import { allRows } from '#server/lib/table-files/rows-file.ts'
import { findFiles, findImport, listOutcomes, type OutcomeRow } from '../queries.ts'
import type { RowProblem } from '../rows/draft.ts'
import { mappingOf, planOf, rulesOf } from '../rows/plan.ts'
import { problemsOf } from '../rows/problems.ts'
import { actionTexts, problemTexts } from '../texts.ts'

const AT_ONCE = 1000

async function* outcomesOf(ctx: CompanyCtx, importId: string): AsyncGenerator<OutcomeRow> {
  for (let after = 0; ; ) {
    const some = await listOutcomes(ctx, importId, { after, limit: AT_ONCE, filter: {} })
    yield* some
    const last = some.at(-1)
    if (!last || some.length < AT_ONCE) return
    after = last.rowNo
  }
}

/** Why a row fails, in words; of several reasons each with the heading of its column. */
const wordsOf = (problems: readonly RowProblem[], headings: ReadonlyMap<string | null, string>, locale: Locale) =>
  problems
    .map(({ code, field }) => {
      const heading = field === null || problems.length === 1 ? undefined : headings.get(field)
      return `${heading ? `${heading}: ` : ''}${problemTexts[code][locale]}`
    })
    .join('; ')

type Wanted = { rows: 'all' | 'errors'; locale: Locale }

/**
 * The rows of an import as a file: as they came with what becomes of each, or only those that fail or are skipped, with
 * the columns that they came with, so that the file can be fixed and uploaded again. Throws `not_found`, and
 * `state_invalid` before a check or once the file is no longer kept.
 */
export const rowsFile = async (
  ctx: CompanyCtx,
  id: string,
  { rows: wanted, locale }: Wanted,
): Promise<{ name: string; mime: string; source: Readable }> => {
  const row = await findImport(ctx, id)
  if (!row) throw new AppError('not_found')
  const path = row.rowsFileId === null ? undefined : (await findFiles(ctx, [row.rowsFileId])).get(row.rowsFileId)
  if (path === undefined || Object.keys(row.counts).length === 0) throw new AppError('state_invalid')
  const width = row.reading.columns.length
  const mapping = await mappingOf(ctx, row, [])
  const plan = await planOf(ctx, mapping, rulesOf(row))
  const headings = new Map<string | null, string>(
    row.reading.columns.map((heading, i) => [mapping.columns[i] ?? null, heading]),
  )
  async function* lines(): AsyncGenerator<Cell[]> {
    const outcomes = outcomesOf(ctx, id)
    for await (const { cells } of allRows(ctx.deps, path ?? '')) {
      const { value: outcome } = await outcomes.next()
      if (!outcome) return
      const { action } = outcome as OutcomeRow
      if (wanted === 'errors' && action !== 'failed' && action !== 'skipped') continue
      const own = Array.from({ length: width }, (_, i) => cells[i] ?? '')
      const problems = problemsOf(outcome as OutcomeRow, cells, plan)
      const end = [problems.map(({ code }) => code).join('; '), wordsOf(problems, headings, locale)]
      yield wanted === 'errors' ? [...own, ...end] : [...own, actionTexts[action][locale], ...end]
    }
  }
  const headers = [...row.reading.columns, ...(wanted === 'all' ? ['_action'] : []), '_error_code', '_error']
  const base = row.fileName.replace(/\.[^.]{1,5}$/, '')
  const name = `${base}-${wanted === 'errors' ? 'errors' : 'checked'}.csv`
  return { name, ...writeSheet('csv', { name: base, headers, rows: lines() }) }
}
