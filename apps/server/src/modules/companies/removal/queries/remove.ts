import { sql } from 'drizzle-orm'
import type { Ctx } from '#server/context.ts'
import type { OwnedTable } from './tables.ts'

const BATCH = 1000

const ownedBy = ({ owner, by }: OwnedTable, companyId: string) =>
  by === 'company'
    ? sql`${owner} = ${companyId}::uuid`
    : sql`${owner} in (select id from channels where company_id = ${companyId}::uuid)`

/** Takes away some rows of a company, or the company from them; answers how many. */
export const removeSome = async (ctx: Ctx, owned: OwnedTable, companyId: string): Promise<number> => {
  const { table, owner, stays } = owned
  const some = sql`ctid = any(array(select ctid from ${table} where ${ownedBy(owned, companyId)} limit ${BATCH}))`
  const statement = stays
    ? sql`update ${table} set ${sql.identifier(snake(owner.name))} = null where ${some}`
    : sql`delete from ${table} where ${some}`
  return (await ctx.db.execute(statement)).rowCount ?? 0
}

const snake = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
