import { importLimits } from '@recado/contracts/contacts/imports'
import { detectDelimiter } from 'hucre/csv'
import { readXlsx, streamXlsxRows } from 'hucre/xlsx'
import { decodeText, type TextEncoding } from '#server/lib/decode-text.ts'
import { CsvRows } from './csv.ts'
import { Refused } from './refused.ts'
import { encodingOf, headOf, type Source, textOf, wholeOf } from './source.ts'
import { VcardRows, vcardColumns } from './vcard.ts'
import { assertHarmlessZip } from './zip.ts'

/** How a file is to be read; what is absent is detected. */
export type Wish = {
  sheet?: string | undefined
  encoding?: TextEncoding | undefined
  delimiter?: string | undefined
  header?: boolean | undefined
  /** Most rows that are taken; without it, as many as an import of contacts takes. */
  maxRows?: number | undefined
}

/** A file as a table: how it was read, and its rows with the heading, if it has one. */
export type Table = {
  format: 'csv' | 'xlsx' | 'vcard'
  sheets: string[]
  sheet: string | null
  encoding: string | null
  delimiter: string | null
  /** Names of the columns where the file's first row is none. */
  columns: string[] | null
  rows: AsyncIterable<string[]> | Iterable<string[]>
}

const pad = (value: number) => String(value).padStart(2, '0')

const dateText = (date: Date): string => {
  const day = date.toISOString().slice(0, 10)
  const [hours, minutes, seconds] = [date.getUTCHours(), date.getUTCMinutes(), date.getUTCSeconds()]
  return hours + minutes + seconds === 0 ? day : `${day} ${pad(hours)}:${pad(minutes)}:${pad(seconds)}`
}

/** A cell as text. Spreadsheets put an apostrophe before what could be taken for a formula. */
const cellText = (value: unknown): string => {
  if (value === null || value === undefined) return ''
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? '' : dateText(value)
  if (typeof value === 'number' && Number.isInteger(value) && Math.abs(value) < 1e21) return value.toFixed(0)
  return String(value)
    .trim()
    .replace(/^'(?=[=+\-@])/, '')
}

async function* xlsxRows(bytes: Uint8Array, sheet: string): AsyncGenerator<string[]> {
  for await (const { values } of streamXlsxRows(bytes, { sheet })) yield values.map(cellText)
}

const sheetNames = async (bytes: Uint8Array): Promise<string[]> => {
  const names: string[] = []
  await readXlsx(bytes, {
    sheets: ({ name, hidden, veryHidden }) => {
      if (!hidden && !veryHidden) names.push(name)
      return false
    },
  })
  return names
}

const openWorkbook = async (bytes: Uint8Array, wish: Wish): Promise<Table> => {
  assertHarmlessZip(bytes)
  const sheets = await sheetNames(bytes)
  const sheet = sheets.find((name) => name === wish.sheet) ?? sheets[0]
  if (sheet === undefined) throw new Refused('file_empty')
  const rows = xlsxRows(bytes, sheet)
  return { format: 'xlsx', sheets, sheet, encoding: null, delimiter: null, columns: null, rows }
}

async function* csvRows(pieces: AsyncIterable<string>, delimiter: string, skip: number): AsyncGenerator<string[]> {
  const parser = new CsvRows(delimiter)
  let left = skip
  for await (const piece of pieces) {
    if (piece.includes('\u0000')) throw new Refused('file_type')
    const text = piece.slice(left)
    left -= piece.length - text.length
    for (const cells of parser.add(text)) yield cells.map(cellText)
  }
  for (const cells of parser.end()) yield cells.map(cellText)
}

async function* vcardsIn(pieces: AsyncIterable<string>): AsyncGenerator<string[]> {
  const cards = new VcardRows()
  for await (const piece of pieces) yield* cards.add(piece)
  yield* cards.end()
}

const separatorLine = /^sep=(.)\r?\n/i

const openText = async (source: Source, head: Uint8Array, wish: Wish): Promise<Table> => {
  const encoding = wish.encoding ?? (await encodingOf(source, head))
  const start = decodeText(head, encoding)
  if (start.includes('\u0000')) throw new Refused('file_type')
  const none = { sheets: [], sheet: null, encoding }
  const pieces = () => textOf(source, encoding)
  if (/^\s*BEGIN:VCARD/i.test(start.slice(0, 200)))
    return { ...none, format: 'vcard', delimiter: null, columns: [...vcardColumns], rows: vcardsIn(pieces()) }
  const [line = '', named] = separatorLine.exec(start.slice(0, 10)) ?? []
  const delimiter = wish.delimiter ?? named ?? detectDelimiter(start.slice(line.length))
  return { ...none, format: 'csv', delimiter, columns: null, rows: csvRows(pieces(), delimiter, line.length) }
}

const startsWith = (bytes: Uint8Array, ...mark: number[]) => mark.every((byte, i) => bytes[i] === byte)

/** Opens a file by what is in it, whatever its name. Throws `Refused`. */
export const openTable = async (source: Source, wish: Wish): Promise<Table> => {
  const head = await headOf(source)
  if (startsWith(head, 0x50, 0x4b, 0x03, 0x04)) return openWorkbook(await wholeOf(source), wish)
  // What Excel wrote before 2007, and workbooks with a password.
  if (startsWith(head, 0xd0, 0xcf, 0x11, 0xe0)) throw new Refused('file_old_or_locked')
  if (startsWith(head, 0x25, 0x50, 0x44, 0x46)) throw new Refused('file_type')
  return openText(source, head, wish)
}

const looksLikeData = (cell: string) => /@[^@.]+\.|^\+?[\d\s().-]{8,}$/.test(cell)

/** Names for columns: each once, and none without one. */
export const columnNames = (heading: readonly string[]): string[] => {
  const seen = new Map<string, number>()
  return heading.map((cell) => {
    const name = cell.slice(0, 200)
    if (name === '') return ''
    const times = (seen.get(name.toLowerCase()) ?? 0) + 1
    seen.set(name.toLowerCase(), times)
    return times === 1 ? name : `${name} (${times})`
  })
}

/** How many columns a heading names, empty cells at its end not counted. Throws `Refused`. */
export const widthOf = (heading: readonly string[]): number => {
  const width = heading.findLastIndex((cell) => cell !== '') + 1
  if (width > importLimits.columns) throw new Refused('too_many_columns')
  return width
}

/** Whether the first row names columns rather than a person. */
export const isHeading = (row: readonly string[]): boolean => !row.some(looksLikeData)
