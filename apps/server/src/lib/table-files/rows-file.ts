import { importLimits } from '@recado/contracts/contacts/imports'
import type { Deps } from '#server/context.ts'

/** A row of a file, numbered from 1, and where it begins in the file of rows. */
export type FileRow = { rowNo: number; offset: number; cells: string[] }

type Store = Pick<Deps, 'files'>

async function* linesFrom(deps: Store, path: string, start: number): AsyncGenerator<{ text: string; offset: number }> {
  let rest: Buffer = Buffer.alloc(0)
  let offset = start
  for await (const piece of deps.files.read(path, { start, end: Number.MAX_SAFE_INTEGER })) {
    let bytes: Buffer = rest.length === 0 ? (piece as Buffer) : Buffer.concat([rest, piece as Buffer])
    for (let end = bytes.indexOf(10); end >= 0; end = bytes.indexOf(10)) {
      yield { text: bytes.toString('utf8', 0, end), offset }
      offset += end + 1
      bytes = bytes.subarray(end + 1)
    }
    rest = bytes
  }
}

const cellsOf = (text: string): string[] => JSON.parse(text)

/** Some rows from a place in the file of rows on, and the place after them. */
export const readChunk = async (
  deps: Store,
  path: string,
  { offset, progress, limit }: { offset: number; progress: number; limit: number },
): Promise<{ rows: FileRow[]; offset: number }> => {
  const rows: FileRow[] = []
  let next = offset
  for await (const line of linesFrom(deps, path, offset)) {
    rows.push({ rowNo: progress + rows.length + 1, offset: line.offset, cells: cellsOf(line.text) })
    next = line.offset + Buffer.byteLength(line.text) + 1
    if (rows.length >= limit) break
  }
  return { rows, offset: next }
}

/** Every row of the file. */
export async function* allRows(deps: Store, path: string): AsyncGenerator<FileRow> {
  let rowNo = 0
  for await (const { text, offset } of linesFrom(deps, path, 0)) yield { rowNo: ++rowNo, offset, cells: cellsOf(text) }
}

/** The first rows, as they are shown while columns are mapped. */
export const firstRows = async (deps: Store, path: string): Promise<string[][]> =>
  (await readChunk(deps, path, { offset: 0, progress: 0, limit: importLimits.preview })).rows.map(({ cells }) => cells)

/** The cells of one row. */
export const readCells = async (deps: Store, path: string, offset: number): Promise<string[]> =>
  (await readChunk(deps, path, { offset, progress: 0, limit: 1 })).rows[0]?.cells ?? []
