import { importLimits } from '@recado/contracts/contacts/imports'
import { detectDelimiter, streamCsvRows } from 'hucre/csv'
import { readXlsx, streamXlsxRows } from 'hucre/xlsx'
import { decodeText, detectEncoding, type TextEncoding } from '#server/lib/decode-text.ts'
import { Refused } from './refused.ts'
import { vcardColumns, vcardRows } from './vcard.ts'
import { assertHarmlessZip } from './zip.ts'

/** How somebody wants a file to be read; what is absent is found out. */
export type Wish = {
  sheet?: string | undefined
  encoding?: TextEncoding | undefined
  delimiter?: string | undefined
  header?: boolean | undefined
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

function* csvRows(text: string, delimiter: string): Generator<string[]> {
  for (const cells of streamCsvRows(text, { delimiter, skipBom: true })) yield cells.map(cellText)
}

const separatorLine = /^sep=(.)\r?\n/i

const openText = (bytes: Uint8Array, wish: Wish): Table => {
  const encoding = wish.encoding ?? detectEncoding(bytes)
  const text = decodeText(bytes, encoding)
  if (text.includes('\u0000')) throw new Refused('file_type')
  const none = { sheets: [], sheet: null, encoding }
  if (/^\s*BEGIN:VCARD/i.test(text.slice(0, 200)))
    return { ...none, format: 'vcard', delimiter: null, columns: [...vcardColumns], rows: vcardRows(text) }
  const [line = '', named] = separatorLine.exec(text.slice(0, 10)) ?? []
  const body = text.slice(line.length)
  const delimiter = wish.delimiter ?? named ?? detectDelimiter(body.slice(0, 64 * 1024))
  return { ...none, format: 'csv', delimiter, columns: null, rows: csvRows(body, delimiter) }
}

const startsWith = (bytes: Uint8Array, ...mark: number[]) => mark.every((byte, i) => bytes[i] === byte)

/** Opens a file by what is in it, whatever its name. Throws `Refused`. */
export const openTable = (bytes: Uint8Array, wish: Wish): Promise<Table> | Table => {
  if (startsWith(bytes, 0x50, 0x4b, 0x03, 0x04)) return openWorkbook(bytes, wish)
  // What Excel wrote before 2007, and workbooks with a password.
  if (startsWith(bytes, 0xd0, 0xcf, 0x11, 0xe0)) throw new Refused('file_old_or_locked')
  if (startsWith(bytes, 0x25, 0x50, 0x44, 0x46)) throw new Refused('file_type')
  return openText(bytes, wish)
}

const looksLikeData = (cell: string) => /@.+\.|^\+?[\d\s().-]{8,}$/.test(cell)

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
