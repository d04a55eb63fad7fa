import { sql } from 'drizzle-orm'
import { containing, type EraseHandler, identifiersOf } from '#server/lib/erasure.ts'

/** Statuses of messages that are not known. */
export const eraseParked: EraseHandler = async ({ db }, subject) => {
  const { rowCount } = await db.execute(sql`
    delete from parked_statuses p using channels c
    where c.id = p.channel_id and c.company_id = ${subject.companyId}
      and p.detail::text like any(${sql.param(containing(identifiersOf(subject)))}::text[])`)
  return { statuses: rowCount ?? 0 }
}
