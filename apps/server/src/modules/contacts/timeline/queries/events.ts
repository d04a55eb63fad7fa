import { sql } from 'drizzle-orm'
import type { CompanyCtx, Ctx } from '#server/context.ts'
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

/** Forgets what happened to contacts that are gone as if they had never been. */
export const forgetContactEvents = async (ctx: CompanyCtx, contactIds: readonly string[]): Promise<void> => {
  if (contactIds.length === 0) return
  await ctx.db.execute(sql`
    delete from contact_events where company_id = ${ctx.company.id} and contact_id = any(${sql.param([...contactIds])}::uuid[])`)
}
