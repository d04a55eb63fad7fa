import { Readable } from 'node:stream'
import type { ExportFormat } from '@recado/contracts/shared/tasks'
import { writeCsvStream } from 'hucre/csv'
import { writeXlsxStream } from 'hucre/xlsx'

export type Cell = string | number | null
export type Sheet = { name: string; headers: string[]; rows: AsyncIterable<Cell[]> }

const mimes: Record<ExportFormat, string> = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
}

const streamOf = (format: ExportFormat, { name, headers, rows }: Sheet): ReadableStream<Uint8Array> => {
  if (format === 'csv') return writeCsvStream(rows, { headers, bom: true, escapeFormulae: true })
  const columns = headers.map((header) => ({ header }))
  return writeXlsxStream(rows, { name: name.slice(0, 31), columns, freezePane: { rows: 1 } })
}

/** Starts when it is first read, so that an error in the rows has a reader to reject. */
async function* chunksOf(format: ExportFormat, sheet: Sheet): AsyncGenerator<Uint8Array> {
  for await (const chunk of streamOf(format, sheet)) yield chunk
}

/** Writes rows as they come, in constant memory. Texts can run nothing in whatever opens the file. */
export const writeSheet = (format: ExportFormat, sheet: Sheet) => ({
  mime: mimes[format],
  source: Readable.from(chunksOf(format, sheet)),
})
