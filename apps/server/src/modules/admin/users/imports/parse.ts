import { type UserImportColumn, userImportColumns, userImportMaxRows } from '@recado/contracts/admin/user-imports'
import { keysOf } from '@recado/contracts/shared/keys'
import { detectDelimiter, parseCsv } from 'hucre/csv'
import { AppError } from '#server/http/app-error.ts'
import { decodeText } from '#server/lib/decode-text.ts'

export type ImportLine = { line: number } & Partial<Record<UserImportColumn, string>>

const refuse = (code: string, message: string) =>
  new AppError('validation_failed', { errors: [{ path: 'file', code, message }] })

const columnOf = (heading: string): UserImportColumn | null => {
  const bare = heading.trim().toLowerCase()
  return keysOf(userImportColumns).find((column) => userImportColumns[column].some((name) => name === bare)) ?? null
}

// Spreadsheets put an apostrophe before what could be taken for a formula.
const textOf = (cell: unknown) =>
  String(cell ?? '')
    .trim()
    .replace(/^'(?=[=+\-@])/, '')

/**
 * Lines of a CSV file below its heading, with the numbers they have in a spreadsheet; empty ones are left out. Commas,
 * semicolons and tabs part the cells. Throws `validation_failed` for a file without the columns name and e-mail, without
 * lines, or with too many.
 */
export const parseLines = (bytes: Buffer): ImportLine[] => {
  const text = decodeText(bytes).replace(/^sep=.\r?\n/i, '')
  if (text.includes('\u0000')) throw new AppError('file_type_refused', { data: { allowed: ['text/csv'] } })
  const [heading = [], ...rows] = parseCsv(text, { delimiter: detectDelimiter(text) })
  const columns = heading.map((cell) => columnOf(String(cell ?? '')))
  if (!columns.includes('name') || !columns.includes('email'))
    throw refuse('columns_missing', 'The columns name and email are needed')
  const lines = rows.flatMap((cells, i): ImportLine[] => {
    const values = columns.flatMap((column, at) => (column ? [[column, textOf(cells[at])] as const] : []))
    return values.some(([, value]) => value !== '') ? [{ line: i + 2, ...Object.fromEntries(values) }] : []
  })
  if (lines.length === 0) throw refuse('file_empty', 'There are no lines below the heading')
  if (lines.length > userImportMaxRows) throw refuse('too_many_rows', `At most ${userImportMaxRows} lines`)
  return lines
}
