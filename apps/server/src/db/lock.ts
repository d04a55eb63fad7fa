import { sql } from 'drizzle-orm'
import type { Ctx } from '#server/context.ts'

/**
 * Lets one transaction at a time do what `name` says, until it ends. What is read after this, such as how many there
 * are, stays true until then for everybody who asks for the same name.
 */
export const lockName = async (tx: Pick<Ctx, 'db'>, name: string): Promise<void> => {
  await tx.db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`)
}
