import type { WebhookDeliveryState } from '@recado/contracts/integrations/webhook-endpoints'
import type { WebhookEventName } from '@recado/contracts/integrations/webhook-events'
import { and, desc, eq, lt, sql } from 'drizzle-orm'
import type { Pool } from 'pg'
import type { CompanyCtx } from '#server/context.ts'
import { webhookDeliveries as d } from '#server/db/schema/integrations/webhook-endpoints.ts'

export type DeliveryRow = typeof d.$inferSelect

const isOf = (ctx: CompanyCtx, endpointId: string) => and(eq(d.companyId, ctx.company.id), eq(d.endpointId, endpointId))

type Asked = {
  state?: WebhookDeliveryState | undefined
  event?: WebhookEventName | undefined
  before: number | null
  limit: number
}

export const listDeliveries = (ctx: CompanyCtx, endpointId: string, { state, event, before, limit }: Asked) =>
  ctx.db
    .select()
    .from(d)
    .where(
      and(
        isOf(ctx, endpointId),
        state && eq(d.state, state),
        event && eq(d.type, event),
        before === null ? undefined : lt(d.seq, before),
      ),
    )
    .orderBy(desc(d.seq))
    .limit(limit)

export const findDelivery = async (ctx: CompanyCtx, endpointId: string, id: string): Promise<DeliveryRow | null> => {
  const [row] = await ctx.db
    .select()
    .from(d)
    .where(and(isOf(ctx, endpointId), eq(d.eventId, id)))
    .limit(1)
  return row ?? null
}

/** Asks for a delivery again, from the first attempt on. */
export const resetDelivery = async (ctx: CompanyCtx, endpointId: string, id: string): Promise<void> => {
  await ctx.db
    .update(d)
    .set({ state: 'waiting', tries: 0, forced: true, nextAt: sql`'-infinity'` })
    .where(and(isOf(ctx, endpointId), eq(d.eventId, id)))
}

/** What waits for an endpoint that is off is held. */
export const holdWaiting = async (ctx: CompanyCtx, endpointId: string): Promise<void> => {
  await ctx.db
    .update(d)
    .set({ state: 'held' })
    .where(and(isOf(ctx, endpointId), eq(d.state, 'waiting'), eq(d.forced, false)))
}

const left = (ctx: CompanyCtx, endpointId: string, since: Date, most: number) => sql`
  select event_id from webhook_deliveries where company_id = ${ctx.company.id} and endpoint_id = ${endpointId}
    and state in ('failed', 'held') and created_at >= ${since.toISOString()}::timestamptz and not is_test
  order by seq limit ${most}`

/** How much failed or was held since a time, counted up to a number. */
export const countLeft = async (ctx: CompanyCtx, endpointId: string, since: Date, most: number): Promise<number> => {
  const { rows } = await ctx.db.execute<{ n: number }>(
    sql`select count(*)::int as n from (${left(ctx, endpointId, since, most)}) l`,
  )
  return rows[0]?.n ?? 0
}

/** Asks for the oldest of what failed or was held since a time again; answers how many there were. */
export const recoverSome = async (ctx: CompanyCtx, endpointId: string, since: Date, most: number): Promise<number> => {
  const { rowCount } = await ctx.db.execute(sql`
    update webhook_deliveries set state = 'waiting', tries = 0, next_at = '-infinity', forced = false
    where endpoint_id = ${endpointId} and company_id = ${ctx.company.id}
      and event_id in (${left(ctx, endpointId, since, most)})`)
  return rowCount ?? 0
}

export type HealthRow = {
  id: string
  deliveries: number
  successRate: number | null
  p95Ms: number | null
  backlog: number
  held: number
}

const SAMPLE = 1000
const MOST_COUNTED = 10_000

const counted = (state: 'waiting' | 'held') => sql`(select count(*)::int from (
  select 1 from webhook_deliveries w where w.endpoint_id = e.id and w.state = ${sql.raw(`'${state}'`)}
  limit ${MOST_COUNTED}) w)`

/** How the endpoints of a company have done within a day, by their newest deliveries. */
export const findHealth = async (ctx: CompanyCtx, endpointId: string | null): Promise<Map<string, HealthRow>> => {
  const since = new Date(ctx.now().getTime() - 86_400_000).toISOString()
  const { rows } = await ctx.db.execute<HealthRow>(sql`
    select e.id, s.deliveries, s.rate as "successRate", s.p95::int as "p95Ms", ${counted('waiting')} as backlog,
      ${counted('held')} as held
    from webhook_endpoints e cross join lateral (
      select count(*)::int as deliveries, avg((d.state = 'delivered')::int)::float8 as rate,
        percentile_cont(0.95) within group (order by d.last_ms) filter (where d.last_status is not null) as p95
      from (
        select state, last_ms, last_status from webhook_deliveries d
        where d.endpoint_id = e.id and d.created_at > ${since}::timestamptz and not d.is_test
          and (d.state in ('delivered', 'failed') or d.tries > 0)
        order by d.seq desc limit ${SAMPLE}) d) s
    where e.company_id = ${ctx.company.id} ${endpointId === null ? sql`` : sql`and e.id = ${endpointId}`}`)
  return new Map(rows.map((row) => [row.id, row]))
}

/** Forgets some of what is older than a number of days; answers how many. */
export const deleteOldDeliveries = async (pool: Pool, days: number): Promise<number> => {
  const { rowCount } = await pool.query(
    `delete from webhook_deliveries where ctid = any(array(
      select ctid from webhook_deliveries where created_at < now() - make_interval(days => $1) limit 5000))`,
    [days],
  )
  return rowCount ?? 0
}
