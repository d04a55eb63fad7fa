import type { InboundState } from '@recado/contracts/integrations/webhook-integrations'
import { and, desc, eq, inArray, lt, ne, or, sql } from 'drizzle-orm'
import type { CompanyCtx } from '#server/context.ts'
import { containing } from '#server/db/like.ts'
import { contacts } from '#server/db/schema/contacts/contacts.ts'
import { contactSystemEvents, webhookInboundEvents } from '#server/db/schema/integrations/webhook-integrations.ts'

const e = webhookInboundEvents

const listed = {
  ...{ id: e.id, receivedAt: e.receivedAt, event: e.event, canonical: e.canonical, objectKey: e.objectKey },
  ...{
    state: e.state,
    reason: e.reason,
    attempts: e.attempts,
    nextAt: e.nextAt,
    isTest: e.isTest,
    isSample: e.isSample,
  },
  ...{ contactId: e.contactId, name: contacts.name, profileName: contacts.profileName },
}

const isOf = (ctx: CompanyCtx, integrationId: string) =>
  and(eq(e.companyId, ctx.company.id), eq(e.integrationId, integrationId))
const contactOfEvent = (ctx: CompanyCtx) => and(eq(contacts.companyId, ctx.company.id), eq(contacts.id, e.contactId))

type Asked = { state?: InboundState | undefined; search?: string | undefined; after: string | null; limit: number }

export const listEvents = (ctx: CompanyCtx, integrationId: string, { state, search, after, limit }: Asked) =>
  ctx.db
    .select(listed)
    .from(e)
    .leftJoin(contacts, contactOfEvent(ctx))
    .where(
      and(
        isOf(ctx, integrationId),
        state && eq(e.state, state),
        search ? or(sql`${e.event} ilike ${containing(search)}`, eq(e.objectKey, search)) : undefined,
        after ? lt(e.id, after) : undefined,
      ),
    )
    .orderBy(desc(e.id))
    .limit(limit)
export type ListedEvent = Awaited<ReturnType<typeof listEvents>>[number]

export const findLogged = async (ctx: CompanyCtx, integrationId: string, id: string) => {
  const rows = await ctx.db
    .select({
      ...listed,
      headers: e.headers,
      query: e.query,
      body: e.body,
      error: e.error,
      results: e.results,
      contentType: e.contentType,
    })
    .from(e)
    .leftJoin(contacts, contactOfEvent(ctx))
    .where(and(isOf(ctx, integrationId), eq(e.id, id)))
    .limit(1)
  return rows[0] ?? null
}

/** What an event came to, if it was worked off. */
export const findFields = async (ctx: CompanyCtx, id: string): Promise<Record<string, unknown> | null> => {
  const rows = await ctx.db
    .select({ fields: contactSystemEvents.fields })
    .from(contactSystemEvents)
    .where(and(eq(contactSystemEvents.companyId, ctx.company.id), eq(contactSystemEvents.id, id)))
    .limit(1)
  return rows[0]?.fields ?? null
}

/** What can be mapped by: kept samples first, then what came in last. */
export const listCameIn = (ctx: CompanyCtx, integrationId: string, limit: number) =>
  ctx.db
    .select({
      id: e.id,
      event: e.event,
      receivedAt: e.receivedAt,
      isSample: e.isSample,
      headers: e.headers,
      query: e.query,
      contentType: e.contentType,
      body: e.body,
    })
    .from(e)
    .where(
      and(
        isOf(ctx, integrationId),
        inArray(e.state, ['received', 'mapped', 'processed', 'partially_failed', 'failed', 'suspended']),
        sql`octet_length(${e.body}) between 1 and 262144`,
      ),
    )
    .orderBy(desc(e.isSample), desc(e.id))
    .limit(limit)

export const markSample = async (
  ctx: CompanyCtx,
  integrationId: string,
  id: string,
  isSample: boolean,
): Promise<void> => {
  await ctx.db
    .update(e)
    .set({ isSample })
    .where(and(isOf(ctx, integrationId), eq(e.id, id)))
}

type Which = { ids: readonly string[] } | { states: readonly InboundState[]; since: Date }

const MOST_REPLAYED = 10_000

/** Puts what was worked off back among what waits; answers the shards, one for each event. What was never believed stays. */
export const requeueEvents = async (ctx: CompanyCtx, integrationId: string, which: Which): Promise<number[]> => {
  const chosen =
    'ids' in which
      ? sql`id = any(${sql.param([...which.ids])}::uuid[])`
      : sql`state = any(${sql.param([...which.states])}::text[]) and received_at >= ${which.since.toISOString()}::timestamptz`
  const { rows } = await ctx.db.execute<{ shard: number }>(sql`
    update webhook_inbound_events set state = 'received', reason = null, error = null, attempts = 0, next_at = null
    where company_id = ${ctx.company.id} and id = any(array(
      select id from webhook_inbound_events where company_id = ${ctx.company.id} and integration_id = ${integrationId}
        and ${chosen} and state in ('mapped', 'processed', 'partially_failed', 'failed', 'suspended') and body <> ''::bytea
      order by id limit ${MOST_REPLAYED} for update))
    returning shard`)
  return rows.map(({ shard }) => shard)
}

/** How many of these events the integration has. */
export const countOwn = (ctx: CompanyCtx, integrationId: string, ids: readonly string[]): Promise<number> =>
  ctx.db.$count(e, and(isOf(ctx, integrationId), inArray(e.id, [...ids]), ne(e.state, 'rejected')))
