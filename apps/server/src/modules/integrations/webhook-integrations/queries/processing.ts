import { and, eq, sql } from 'drizzle-orm'
import type { Pool } from 'pg'
import type { CompanyCtx, Ctx } from '#server/context.ts'
import {
  contactSystemEvents,
  webhookInboundEvents,
  webhookIntegrations,
} from '#server/db/schema/integrations/webhook-integrations.ts'

export type WaitingEvent = { id: string; companyId: string; integrationId: string }

/**
 * What waits in some shards: the first events of each integration, each by its object. While one waits to be tried again,
 * those after it of the same object wait too, and no others.
 */
export const waitingSql = `with recursive lanes as (
    (select shard, integration_id from webhook_inbound_events where state = 'received' and shard = any($1::smallint[])
      order by shard, integration_id limit 1)
    union all
    select n.shard, n.integration_id from lanes l cross join lateral (
      select e.shard, e.integration_id from webhook_inbound_events e
      where e.state = 'received' and e.shard = any($1::smallint[]) and (e.shard, e.integration_id) > (l.shard, l.integration_id)
      order by e.shard, e.integration_id limit 1) n
  )
  select e.id, e.company_id as "companyId", e.integration_id as "integrationId" from lanes l cross join lateral (
    select e.* from webhook_inbound_events e
    where e.state = 'received' and e.shard = l.shard and e.integration_id = l.integration_id
      and (e.next_at is null or e.next_at <= $2)
      and (e.object_key is null or not exists (
        select 1 from webhook_inbound_events b where b.state = 'received' and b.integration_id = e.integration_id
          and b.object_key = e.object_key and b.id < e.id))
    order by e.id limit $3) e order by e.integration_id, e.id`

export const findWaiting = async (
  pool: Pool,
  shards: readonly number[],
  now: Date,
  each: number,
): Promise<WaitingEvent[]> => {
  if (shards.length === 0) return []
  const { rows } = await pool.query<WaitingEvent>({
    name: 'inbound_waiting',
    text: waitingSql,
    values: [shards, now, each],
  })
  return rows
}

export type InboundRow = typeof webhookInboundEvents.$inferSelect
export type IntegrationRow = typeof webhookIntegrations.$inferSelect

const isEvent = (ctx: CompanyCtx, id: string) =>
  and(eq(webhookInboundEvents.companyId, ctx.company.id), eq(webhookInboundEvents.id, id))

/** An event with its integration. */
export const findEvent = async (
  ctx: CompanyCtx,
  id: string,
): Promise<{ event: InboundRow; integration: IntegrationRow } | null> => {
  const [row] = await ctx.db
    .select({ event: webhookInboundEvents, integration: webhookIntegrations })
    .from(webhookInboundEvents)
    .innerJoin(webhookIntegrations, eq(webhookIntegrations.id, webhookInboundEvents.integrationId))
    .where(isEvent(ctx, id))
    .limit(1)
  return row ?? null
}

type Change = Partial<Omit<InboundRow, 'id' | 'companyId' | 'integrationId' | 'shard' | 'body'>>

/** Says what became of an event that waits; false when it waits no longer. */
export const settleEvent = async (ctx: CompanyCtx, id: string, change: Change): Promise<boolean> => {
  const rows = await ctx.db
    .update(webhookInboundEvents)
    .set(change)
    .where(and(isEvent(ctx, id), eq(webhookInboundEvents.state, 'received')))
    .returning({ id: webhookInboundEvents.id })
  return rows.length > 0
}

/** Says how the work on an event ended, in the transaction that began it. */
export const finishEvent = async (tx: CompanyCtx, id: string, change: Change): Promise<void> => {
  await tx.db.update(webhookInboundEvents).set(change).where(isEvent(tx, id))
}

/** The contact with an e-mail address, in whatever case: the one that was known first. */
export const findByEmail = async (
  ctx: CompanyCtx,
  email: string,
): Promise<{ id: string; phone: string | null; version: number } | null> => {
  const { rows } = await ctx.db.execute<{ id: string; phone: string | null; version: number }>(sql`
    select c.id, c.phone, c.version from contacts c where c.company_id = ${ctx.company.id} and c.deleted_at is null
      and c.id in (
        select e.id from contacts e where e.company_id = ${ctx.company.id} and e.email is not null and e.deleted_at is null
          and lower(e.email) = ${email}
        union all
        select p.contact_id from contact_points p
        where p.company_id = ${ctx.company.id} and p.kind = 'email' and p.value = ${email})
    order by c.created_at, c.id limit 1`)
  return rows[0] ?? null
}

/** Puts what a system told on the timeline of a contact; what is there already is brought up to date. */
export const saveSystemEvent = async (
  tx: CompanyCtx,
  row: Omit<typeof contactSystemEvents.$inferInsert, 'companyId'>,
): Promise<void> => {
  const { contactId, canonical, objectKey, fields } = row
  await tx.db
    .insert(contactSystemEvents)
    .values({ ...row, companyId: tx.company.id })
    .onConflictDoUpdate({
      target: [contactSystemEvents.companyId, contactSystemEvents.id],
      set: { contactId, canonical, objectKey, fields },
    })
}

/** How many events of an integration failed since a time. */
export const countFailures = async (ctx: CompanyCtx, integrationId: string, since: Date): Promise<number> => {
  const { rows } = await ctx.db.execute<{ n: number }>(sql`
    select count(*)::int as n from webhook_inbound_events where integration_id = ${integrationId}
      and company_id = ${ctx.company.id} and state in ('failed', 'partially_failed')
      and processed_at > ${since.toISOString()}::timestamptz`)
  return rows[0]?.n ?? 0
}

/** Notes that people were told that an integration fails; false when they were since `before`. */
export const markFailing = async (ctx: Ctx, integrationId: string, now: Date, before: Date): Promise<boolean> => {
  const { rowCount } = await ctx.db.execute(sql`
    update webhook_integrations set failing_notified_at = ${now.toISOString()}::timestamptz where id = ${integrationId}
      and (failing_notified_at is null or failing_notified_at < ${before.toISOString()}::timestamptz)`)
  return (rowCount ?? 0) > 0
}
