import { sql } from 'drizzle-orm'
import type { Ctx } from '#server/context.ts'
import type { EraseHandler } from '#server/lib/erasure.ts'

const blankEvents = (ctx: Ctx, companyId: string, contactIds: readonly string[], words: readonly string[]) => {
  const own = sql`any(${sql.param([...contactIds])}::uuid[])`
  return ctx.db.execute(sql`
    update webhook_inbound_events e set body = ''::bytea, headers = '{}', query = '', results = '[]', contact_id = null,
      object_key = null, error = null, is_sample = false,
      state = case when e.state in ('received', 'suspended', 'mapped') then 'processed' else e.state end, reason = 'erased'
    where e.company_id = ${companyId} and e.body <> ''::bytea and (e.contact_id = ${own} or exists (
      select 1 from unnest(${sql.param([...words])}::text[]) w
      where position(convert_to(w, 'UTF8') in e.body) > 0))`)
}

/** What systems told of them: from their timeline, and whatever came in that names them. */
export const eraseInbound: EraseHandler = async (ctx, { companyId, contactIds, phones, emails }) => {
  const own = sql`any(${sql.param([...contactIds])}::uuid[])`
  const events = await ctx.db.execute(
    sql`delete from contact_system_events where company_id = ${companyId} and contact_id = ${own}`,
  )
  const bodies = await blankEvents(ctx, companyId, contactIds, [...phones, ...emails])
  return { systemEvents: events.rowCount ?? 0, inboundWebhooks: bodies.rowCount ?? 0 }
}
