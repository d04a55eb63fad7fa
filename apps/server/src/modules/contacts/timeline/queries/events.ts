import { sql } from 'drizzle-orm'
import type { Ctx } from '#server/context.ts'
import type { contactEvents } from '#server/db/schema/contacts/timeline.ts'

type Row = Required<Omit<typeof contactEvents.$inferInsert, 'data'>> & { data: object }

/** Appends what happened, in one statement however many there are. */
export const insertEvents = async (ctx: Pick<Ctx, 'db'>, rows: readonly Row[]): Promise<void> => {
  await ctx.db.execute(sql`
    insert into contact_events (company_id, id, contact_id, kind, actor_id, data, at)
    select * from unnest(${sql.param(rows.map((row) => row.companyId))}::uuid[], ${sql.param(rows.map((row) => row.id))}::uuid[],
      ${sql.param(rows.map((row) => row.contactId))}::uuid[], ${sql.param(rows.map((row) => row.kind))}::text[],
      ${sql.param(rows.map((row) => row.actorId))}::uuid[], ${sql.param(rows.map((row) => JSON.stringify(row.data)))}::jsonb[],
      ${sql.param(rows.map((row) => row.at.toISOString()))}::timestamptz[])`)
}
