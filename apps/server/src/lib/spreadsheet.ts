import { Readable } from 'node:stream'
import type { ExportFormat } from '@recado/contracts/tasks'
import { writeCsvStream } from 'hucre/csv'
import { writeXlsxStream } from 'hucre/xlsx'

export type Cell = string | number | null
export type Sheet = { name: string; headers: string[]; rows: AsyncIterable<Cell[]> }

const mimes: Record<ExportFormat, string> = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
}

/** Writes rows as they come, in constant memory. Texts can run nothing in whatever opens the file. */
export const writeSheet = (format: ExportFormat, { name, headers, rows }: Sheet) => {
  const stream =
    format === 'csv'
      ? writeCsvStream(rows, { headers, bom: true, escapeFormulae: true })
      : writeXlsxStream(rows, {
          name: name.slice(0, 31),
          columns: headers.map((header) => ({ header })),
          freezePane: { rows: 1 },
        })
  return { mime: mimes[format], source: Readable.fromWeb(stream) }
}
