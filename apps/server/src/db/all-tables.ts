import { globSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { getTableName, is } from 'drizzle-orm'
import { PgTable } from 'drizzle-orm/pg-core'

const folder = new URL('schema/', import.meta.url)

const load = (file: string): Promise<Record<string, unknown>> => import(new URL(file, folder).href)
const declared = await Promise.all(globSync('**/*.ts', { cwd: fileURLToPath(folder) }).map(load))

/** Every table of the database, by name: whatever the files in `schema/` export. */
export const allTables: readonly PgTable[] = declared
  .flatMap((names) => Object.values(names).filter((value): value is PgTable => is(value, PgTable)))
  .toSorted((one, other) => getTableName(one).localeCompare(getTableName(other), 'en'))
