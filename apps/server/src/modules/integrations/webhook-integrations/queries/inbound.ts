import type { Pool } from 'pg'

export type TokenRow = {
  id: string
  company_id: string
  source_key: string
  source_number: number | null
  enabled: boolean
  secrets: string | null
  previous_secrets: string | null
  previous_until: Date | null
  settings: Record<string, unknown>
  listening_until: Date | null
  company_status: string
  access_blocks: string[]
}

/** The integration of an address, of a company that is there. */
export const findByToken = async (pool: Pool, tokenHash: string): Promise<TokenRow | null> => {
  const { rows } = await pool.query<TokenRow>({
    name: 'inbound_token',
    text: `select i.id, i.company_id, i.source_key, i.source_number, i.enabled, i.secrets, i.previous_secrets, i.previous_until, i.settings,
        i.listening_until, c.status as company_status, c.access_blocks
      from webhook_integrations i join companies c on c.id = i.company_id where i.token_hash = $1`,
    values: [tokenHash],
  })
  return rows[0] ?? null
}

export type NewInboundEvent = {
  id: string
  companyId: string
  integrationId: string
  shard: number
  receivedAt: Date
  dedupeKey: string | null
  formerKey: string | null
  event: string | null
  objectKey: string | null
  isTest: boolean
  state: 'received' | 'suspended' | 'rejected' | 'failed'
  reason: string | null
  headers: Record<string, string>
  query: string
  contentType: string
  body: Buffer
  isWatched: boolean
}

const columns = `id, company_id, integration_id, shard, received_at, event, object_key, is_test, headers, query, content_type`

/**
 * Stores what came in, in one statement; bodies travel as one binary value, cut apart by the database. What is known
 * already is noted as a duplicate, without its body.
 */
export const insertInbound = async (pool: Pool, events: readonly NewInboundEvent[]): Promise<void> => {
  const starts: number[] = []
  let start = 1
  for (const { body } of events) {
    starts.push(start)
    start += body.length
  }
  const of = <K extends keyof NewInboundEvent>(key: K) => events.map((event) => event[key])
  await pool.query({
    name: 'inbound_insert',
    text: `with given as (
        select g.*, exists (select 1 from webhook_inbound_events e where e.integration_id = g.integration_id
          and e.dedupe_key = g.former_key and e.received_at > g.received_at - interval '10 minutes') as is_former
        from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::smallint[], $5::timestamptz[], $6::text[], $7::text[],
          $8::boolean[], $9::jsonb[], $10::text[], $11::text[], $12::text[], $13::text[], $14::text[], $15::text[],
          $16::int[], $17::int[])
          as g(${columns}, dedupe_key, former_key, state, reason, starts, length)
      ), fresh as (
        insert into webhook_inbound_events (${columns}, dedupe_key, state, reason, body)
        select ${columns}, dedupe_key, state, reason, substring($18::bytea from starts for length)
        from given where not is_former on conflict (integration_id, dedupe_key) do nothing returning id
      )
      insert into webhook_inbound_events (${columns}, dedupe_key, state, reason, body)
      select ${columns}, null, 'duplicate', 'known', ''::bytea from given where id not in (select id from fresh)`,
    values: [
      ...[of('id'), of('companyId'), of('integrationId'), of('shard'), of('receivedAt'), of('event'), of('objectKey')],
      ...[of('isTest'), events.map(({ headers }) => JSON.stringify(headers)), of('query'), of('contentType')],
      ...[of('dedupeKey'), of('formerKey'), of('state'), of('reason')],
      ...[starts, events.map(({ body }) => body.length), Buffer.concat(events.map(({ body }) => body))],
    ],
  })
}

/** Notes when integrations heard of something last. */
export const touchIntegrations = async (pool: Pool, ids: readonly string[], at: Date): Promise<void> => {
  if (ids.length === 0) return
  await pool.query({
    name: 'inbound_touch',
    text: `update webhook_integrations set last_event_at = $2 where id = any($1::uuid[])`,
    values: [ids, at],
  })
}

const DELETE_CHUNK = 2000

/**
 * Removes what is past its time, some at a time; answers how much. What waits is kept, and so are samples. What was not
 * believed goes after a day.
 */
export const deleteOldInbound = async (pool: Pool, days: number): Promise<number> => {
  const { rowCount } = await pool.query({
    text: `delete from webhook_inbound_events where id = any(array(select id from webhook_inbound_events
      where received_at < now() - case when state = 'rejected' then interval '1 day' else make_interval(days => $1) end
        and received_at < now() - interval '1 day' and state <> 'received' and not is_sample limit $2))`,
    values: [days, DELETE_CHUNK],
  })
  return rowCount ?? 0
}
