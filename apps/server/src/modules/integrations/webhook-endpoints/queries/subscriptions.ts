import { type SQL, sql } from 'drizzle-orm'
import type { Ctx } from '#server/context.ts'

/** What an endpoint wants to be told; `held`: it is off, or its company may not use it, and what it misses is kept for it. */
export type Subscription = {
  id: string
  companyId: string
  events: readonly string[]
  channelIds: readonly string[]
  labelIds: readonly string[]
  held: boolean
}

/** For so long what happens is kept for an endpoint that is off. */
const HELD_DAYS = 30

const idsOf = (ids: readonly string[]): SQL => sql`${sql.param([...ids])}::uuid[]`

/** What the endpoints of some companies want to be told. Companies without any have an empty list. */
export const findSubscriptions = async (
  { db }: Pick<Ctx, 'db'>,
  companyIds: readonly string[],
): Promise<Map<string, Subscription[]>> => {
  const { rows } = await db.execute<Subscription>(sql`
    select e.id, e.company_id as "companyId", e.events, e.filters->'channelIds' as "channelIds",
      e.filters->'labelIds' as "labelIds",
      not e.enabled or not c.access_blocks @> '{integrations}' or c.status in ('suspended', 'deleting') as held
    from webhook_endpoints e join companies c on c.id = e.company_id
    where e.company_id = any(${idsOf(companyIds)})
      and (e.enabled or e.disabled_at > now() - make_interval(days => ${HELD_DAYS}))
    order by e.id`)
  const byCompany = Map.groupBy(rows, ({ companyId }) => companyId)
  return new Map(companyIds.map((id) => [id, byCompany.get(id) ?? []]))
}

export type NewDelivery = {
  company_id: string
  endpoint_id: string
  event_id: string
  type: string
  data: Readonly<Record<string, unknown>>
  happened_at: Date
  object_key: string | null
  contact_id: string | null
  state: 'waiting' | 'held'
  is_test: boolean
  forced: boolean
}

/** Writes down what endpoints are to be told. An event that an endpoint was told already is not told again. */
export const insertDeliveries = async ({ db }: Pick<Ctx, 'db'>, rows: readonly NewDelivery[]): Promise<void> => {
  if (rows.length === 0) return
  await db.execute(sql`
    insert into webhook_deliveries (company_id, endpoint_id, event_id, type, data, happened_at, object_key, contact_id,
      state, is_test, forced)
    select t.* from json_to_recordset(${JSON.stringify(rows)}::json) as t(company_id uuid, endpoint_id uuid,
      event_id uuid, type text, data jsonb, happened_at timestamptz, object_key text, contact_id uuid, state text,
      is_test boolean, forced boolean)
    on conflict do nothing`)
}

/** Which labels conversations have. */
export const findLabels = async (
  { db }: Pick<Ctx, 'db'>,
  keys: readonly { companyId: string; conversationId: string }[],
): Promise<Map<string, string[]>> => {
  if (keys.length === 0) return new Map()
  const { rows } = await db.execute<{ id: string; labelIds: string[] }>(sql`
    select c.id, c.label_ids as "labelIds"
    from unnest(${idsOf(keys.map(({ companyId }) => companyId))}, ${idsOf(keys.map(({ conversationId }) => conversationId))})
      as k(company_id, id)
    join conversations c on c.company_id = k.company_id and c.id = k.id`)
  return new Map(rows.map(({ id, labelIds }) => [id, labelIds]))
}
