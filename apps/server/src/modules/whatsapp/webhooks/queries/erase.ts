import { eq, sql } from 'drizzle-orm'
import type { Ctx } from '#server/context.ts'
import { webhookEvents } from '#server/db/schema/whatsapp/webhooks.ts'

/** Bodies that are done with and name one of these ids, of those that speak of a company's numbers. */
export const findBodiesWith = async (
  { db }: Pick<Ctx, 'db'>,
  companyId: string,
  ids: readonly string[],
  limit: number,
): Promise<{ id: string; body: Buffer }[]> => {
  const named = ids.map((id) => sql`position(convert_to(${id}, 'UTF8') in e.body) > 0`)
  const { rows } = await db.execute<{ id: string; body: Buffer }>(sql`
    select e.id, e.body from webhook_events e
    where e.state <> 0 and exists (select 1 from webhook_event_refs r where r.company_id = ${companyId} and r.event_id = e.id)
      and (${sql.join(named, sql` or `)})
    limit ${limit}`)
  return rows
}

export const writeBody = async ({ db }: Pick<Ctx, 'db'>, id: string, body: Buffer): Promise<void> => {
  await db.update(webhookEvents).set({ body, error: null }).where(eq(webhookEvents.id, id))
}
