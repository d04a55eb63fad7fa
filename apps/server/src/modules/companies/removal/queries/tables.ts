import { getTableColumns, getTableName } from 'drizzle-orm'
import { getTableConfig, type PgColumn, type PgTable } from 'drizzle-orm/pg-core'
import { allTables } from '#server/db/all-tables.ts'

/** What outlives a company: the log of who did what, as long as logs are kept. */
export const keptTables: ReadonlySet<string> = new Set(['audit_logs'])
/** What belongs to people, who only worked in the company: it is forgotten there, and stays. */
const people: ReadonlySet<string> = new Set(['sessions'])

export type OwnedTable = {
  name: string
  table: PgTable
  /** The column that names the company, or one of its channels. */
  owner: PgColumn
  by: 'company' | 'channel'
  /** Whether its rows stay and only lose the company. */
  stays: boolean
}

const ownedOf = (table: PgTable): OwnedTable[] => {
  const { companyId, channelId } = getTableColumns(table) as Record<string, PgColumn | undefined>
  const name = getTableName(table)
  if (keptTables.has(name)) return []
  const stays = people.has(name)
  if (companyId) return [{ name, table, owner: companyId, by: 'company', stays }]
  return channelId ? [{ name, table, owner: channelId, by: 'channel', stays }] : []
}

const parentsOf = ({ table }: OwnedTable): string[] =>
  getTableConfig(table).foreignKeys.map((key) => getTableName(key.reference().foreignTable))

/** Every table that holds something of a company; a row is never reached before those that refer to it. */
export const ownedTables: readonly OwnedTable[] = (() => {
  const left = allTables.flatMap(ownedOf)
  const ordered: OwnedTable[] = []
  while (left.length > 0) {
    const names = new Set(left.flatMap((owned) => parentsOf(owned).filter((parent) => parent !== owned.name)))
    // What is found by channels has to go while they are there.
    const free = left.findIndex(
      ({ name }) => !names.has(name) && (name !== 'channels' || left.every(({ by }) => by === 'company')),
    )
    const [next] = left.splice(free, free < 0 ? 0 : 1)
    if (!next) throw new Error(`Tables refer to one another in a circle: ${left.map(({ name }) => name).join(', ')}`)
    ordered.push(next)
  }
  return ordered
})()
