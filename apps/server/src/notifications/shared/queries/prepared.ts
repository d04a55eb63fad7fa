import { type SQL, sql } from 'drizzle-orm'
import type { Ctx } from '#server/context.ts'

/** A statement whose plan each connection keeps under its name. */
export type Statement = { name: string; text: string }

const built = (text: string, values: readonly unknown[]): SQL =>
  sql.join(
    text.split(/\$(\d+)/).map((part, i) => (i % 2 === 0 ? sql.raw(part) : sql`${sql.param(values[Number(part) - 1])}`)),
  )

/** Runs a prepared statement: on the pool, or in the transaction that `ctx` is in. */
export const queryPrepared = async <Row extends Record<string, unknown>>(
  ctx: Pick<Ctx, 'db' | 'deps' | 'inTransaction'>,
  { name, text }: Statement,
  values: unknown[],
): Promise<Row[]> => {
  if (ctx.inTransaction) return (await ctx.db.execute(built(text, values))).rows as Row[]
  return (await ctx.deps.database.pool.query<Row>({ name, text, values })).rows
}
