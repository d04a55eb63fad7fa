import { createHash } from 'node:crypto'
import type { Deps } from '#server/context.ts'

/** `type` of its values, an uuid where none is given. */
type Column = { table: string; column: string; type?: string }

/** The columns of tables with one of the names, each table once however many partitions it has. */
const columnsNamed = async ({ pool }: Deps['database'], names: readonly string[], tables: string) => {
  const { rows } = await pool.query<Column>(
    `select c.table_name as table, c.column_name as column, c.udt_name as type from information_schema.columns c
      join pg_class t on t.oid = format('%I.%I', c.table_schema, c.table_name)::regclass
      where c.table_schema = 'public' and not t.relispartition and t.relkind in ('r', 'p')
        and c.table_name like $2 and c.column_name = any($1)`,
    [names, tables],
  )
  return rows
}

type Found = { place: string; all: string | null }

const known = new WeakMap<Deps['database'], Promise<Column[]>>()

/**
 * Every row that names one of the ids, as one text for each `table.column`: equal before and after what must change
 * nothing. `names` are columns of any table like `tables`, `besides` columns of one table; the same at each call of a
 * test file.
 */
export const rowsWith = async (
  database: Deps['database'],
  ids: readonly string[],
  { names, tables = '%', besides }: { names: readonly string[]; tables?: string; besides: readonly Column[] },
): Promise<Record<string, string>> => {
  const listed = known.get(database) ?? columnsNamed(database, names, tables)
  known.set(database, listed)
  const parts = [...(await listed), ...besides].map(
    ({ table, column, type = 'uuid' }) =>
      `select '${table}.${column}' as place, string_agg(t::text, ' ' order by t::text) as all
        from ${table} t where ${column} = any($1::text::${type}[])`,
  )
  const text = parts.join(' union all ')
  const name = `rows_with_${createHash('md5').update(text).digest('hex')}`
  // Planning so many tables takes longer than reading what indexes find in them.
  const { rows } = await database.pool.query<Found>({ name, text, values: [`{${ids.join(',')}}`] })
  return Object.fromEntries(rows.map(({ place, all }) => [place, all ?? '']))
}
