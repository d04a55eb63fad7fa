import { Readable } from 'node:stream'
import type { csvSeparators, FileFormat } from '@recado/contracts/shared/tasks'
import { writeCsvStream } from 'hucre/csv'
import { writeXlsxStream } from 'hucre/xlsx'

export type Cell = string | number | null
/** `keys` name the columns where a file has no headings. */
export type Sheet = {
  name: string
  headers: string[]
  rows: AsyncIterable<Cell[]>
  keys?: readonly string[]
  separator?: (typeof csvSeparators)[number]
  /** What a row is as a card of an address book. */
  card?: (cells: Readonly<Record<string, Cell>>) => string
}

const mimes: Record<FileFormat, string> = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  json: 'application/json',
  vcf: 'text/vcard; charset=utf-8',
}

/** Texts that are written together. */
const CHUNK = 64 * 1024

async function* joined(texts: AsyncIterable<string>): AsyncGenerator<Uint8Array> {
  let text = ''
  for await (const one of texts) {
    text += one
    if (text.length < CHUNK) continue
    yield Buffer.from(text)
    text = ''
  }
  if (text !== '') yield Buffer.from(text)
}

const named = (cells: Cell[], keys: readonly string[]) =>
  Object.fromEntries(keys.map((key, at) => [key, cells[at] ?? null]))

async function* objectsOf({ rows, headers, keys = headers }: Sheet): AsyncGenerator<string> {
  let before = '[\n'
  for await (const cells of rows) {
    yield before + JSON.stringify(named(cells, keys))
    before = ',\n'
  }
  yield before === '[\n' ? '[]\n' : '\n]\n'
}

async function* cardsOf({ rows, headers, keys = headers, card }: Sheet): AsyncGenerator<string> {
  for await (const cells of rows) yield card?.(named(cells, keys)) ?? ''
}

const streamOf = (format: FileFormat, sheet: Sheet): AsyncIterable<Uint8Array> => {
  const { name, headers, rows, separator = ',' } = sheet
  if (format === 'csv') return writeCsvStream(rows, { headers, bom: true, escapeFormulae: true, delimiter: separator })
  if (format === 'json') return joined(objectsOf(sheet))
  if (format === 'vcf') return joined(cardsOf(sheet))
  const columns = headers.map((header) => ({ header }))
  return writeXlsxStream(rows, { name: name.slice(0, 31), columns, freezePane: { rows: 1 } })
}

/** Starts when it is first read, so that an error in the rows has a reader to reject. */
async function* chunksOf(format: FileFormat, sheet: Sheet): AsyncGenerator<Uint8Array> {
  for await (const chunk of streamOf(format, sheet)) yield chunk
}

/** Writes rows as they come, in constant memory. Texts can run nothing in whatever opens the file. */
export const writeSheet = (format: FileFormat, sheet: Sheet) => ({
  mime: mimes[format],
  source: Readable.from(chunksOf(format, sheet)),
})
