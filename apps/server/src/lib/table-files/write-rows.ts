import { importLimits } from '@recado/contracts/contacts/imports'
import { MOST_ROWS_BYTES, Refused } from './refused.ts'
import type { Source } from './source.ts'
import { columnNames, isHeading, openTable, type Table, type Wish, widthOf } from './tables.ts'

/** What was read of a file, besides its rows. */
export type Read = Omit<Table, 'rows' | 'columns'> & { header: boolean; columns: string[]; count: number; size: number }

/** Bytes handed on at a time, at least. */
const PIECE = 256 * 1024
const LONGEST_CELL = 32_767

const headOf = (table: Table, first: readonly string[], wanted: boolean | undefined) => {
  if (table.columns) return { header: false, columns: table.columns, width: table.columns.length }
  const header = wanted ?? isHeading(first)
  const width = widthOf(first)
  return {
    header,
    columns: header ? columnNames(first.slice(0, width)) : Array.from({ length: width }, () => ''),
    width,
  }
}

type Hand = (piece: Buffer) => Promise<void>

const writeTable = async ({ rows, ...table }: Table, wish: Wish, hand: Hand): Promise<Read> => {
  let head: ReturnType<typeof headOf> | null = null
  let piece: string[] = []
  let [held, count, size] = [0, 0, 0]
  const flush = async () => {
    const buffer = Buffer.from(piece.join(''))
    size += buffer.length
    if (size > MOST_ROWS_BYTES) throw new Refused('file_bomb')
    ;[piece, held] = [[], 0]
    await hand(buffer)
  }
  for await (const row of rows) {
    if (row.every((cell) => cell === '')) continue
    if (!head) {
      head = headOf({ ...table, rows }, row, wish.header)
      if (head.header) continue
    }
    if (++count > (wish.maxRows ?? importLimits.rows)) throw new Refused('too_many_rows')
    const { width } = head
    const cells = Array.from({ length: width }, (_, i) => (row[i] ?? '').slice(0, LONGEST_CELL).toWellFormed())
    const line = `${JSON.stringify(cells)}\n`
    piece.push(line)
    held += line.length
    if (held >= PIECE) await flush()
  }
  if (!head || count === 0) throw new Refused('file_empty')
  await flush()
  return { ...table, header: head.header, columns: head.columns, count, size }
}

/** Where the first sheet is empty, so many others are tried. */
const MOST_SHEETS = 20

/**
 * Reads a file and hands its rows on in one form whatever it was: a JSON array of texts a line, in UTF-8. Empty rows are
 * left out, and so are the sheets of a workbook before the first one with rows. Throws `Refused`.
 */
export const writeRows = async (source: Source, wish: Wish, hand: Hand): Promise<Read> => {
  let table = await openTable(source, wish)
  const others = wish.sheet === undefined ? table.sheets.slice(1, MOST_SHEETS) : []
  for (;;) {
    try {
      return await writeTable(table, wish, hand)
    } catch (error) {
      const sheet = others.shift()
      if (sheet === undefined || !(error instanceof Refused && error.code === 'file_empty')) throw error
      table = await openTable(source, { ...wish, sheet })
    }
  }
}
