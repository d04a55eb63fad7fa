import type { Ctx } from '#server/context.ts'
import type { ArchiveTable } from '#server/lib/archive-table.ts'
import { type Cell, writeSheet } from '#server/lib/spreadsheet.ts'
import { createZip } from '#server/lib/zip.ts'
import type { TaskProgress } from '#server/modules/shared/tasks/index.ts'
import { type KeptFile, readRows } from './queries.ts'

const PAGE = 1000

const nameOf = (column: string) => column.split(' as ').at(-1)?.trim() ?? column

const cellOf = (value: unknown): Cell => {
  if (value === null || value === undefined) return null
  return typeof value === 'string' || typeof value === 'number' ? value : JSON.stringify(value)
}

type Counter = { add: (rows: number) => Promise<void> }

async function* rowsOf(ctx: Ctx, table: ArchiveTable, ownerId: string, counter: Counter): AsyncGenerator<Cell[]> {
  const names = table.columns.map(nameOf)
  for (let after: string | null = null; ; ) {
    const rows = await readRows(ctx, table, ownerId, { after, limit: PAGE })
    for (const { values } of rows) yield names.map((name) => cellOf(values[name]))
    await counter.add(rows.length)
    if (rows.length < PAGE) return
    after = rows.at(-1)?.id ?? null
  }
}

const safe = (name: string) => name.replace(/[^\p{L}\p{N}._-]+/gu, '_').slice(-80) || 'file'

export type Contents = {
  ownerId: string
  tables: readonly ArchiveTable[]
  /** Files that go with the tables, page by page. */
  files: AsyncIterable<KeptFile>
  /** What is said to whoever opens the archive. */
  readme: string
}

/** A zip of one CSV for each table, and of the files. It is read as it is written: nothing is gathered in memory. */
export const writeArchive = (ctx: Ctx, { ownerId, tables, files, readme }: Contents, progress: TaskProgress) => {
  const zip = createZip()
  let written = 0
  const counter = {
    add: async (rows: number) => {
      written += rows
      await progress.report(written)
    },
  }
  zip.addText('README.txt', readme, ctx.now())
  for (const table of tables) {
    zip.addStream(`${table.file}.csv`, { mtime: ctx.now() }, () => {
      const headers = table.columns.map(nameOf)
      const rows = rowsOf(ctx, table, ownerId, counter)
      return writeSheet('csv', { name: table.file, headers, rows }).source
    })
  }
  const addFiles = async () => {
    for await (const { id, name, path, size, createdAt } of files) {
      const options = { compress: false, size, mtime: new Date(createdAt) }
      zip.addStream(`files/${id}-${safe(name)}`, options, () => ctx.deps.files.read(path))
    }
    zip.end()
  }
  void addFiles().catch(zip.fail)
  return zip.out
}
