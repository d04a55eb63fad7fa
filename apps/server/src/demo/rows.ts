import type { Deps } from '#server/context.ts'
import { demoIn } from './english.ts'

export type Row = Record<string, unknown>

/**
 * Inserts rows into a table by their own column names, leaving out the columns that the table does not have a value for.
 * What they say is in the demo's language.
 */
export const insertRows = async (deps: Deps, table: string, rows: Row[]): Promise<void> => {
  const columns = Object.keys(rows[0] ?? {}).join(', ')
  await deps.database.pool.query(
    `insert into ${table} (${columns}) select ${columns} from json_populate_recordset(null::${table}, $1)`,
    [JSON.stringify(demoIn(deps.config.DEMO_LANGUAGE, rows))],
  )
}
