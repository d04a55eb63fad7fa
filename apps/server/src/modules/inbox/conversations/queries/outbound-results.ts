import { followUpJobName } from './follow-ups.ts'

/**
 * SQL for the fate of many messages in one statement. `$1` are company ids and `$2` message ids, both uuid arrays; what
 * follows depends on the statement. `also` is another data-modifying CTE over `input`, written by the caller, so that
 * the message and what waited for it change together.
 */
const statement = (input: string, set: string, also: string, { only = '', more = '' } = {}) => `
with input as materialized (${input}), settled as (
  update messages m set ${set}
  from input i where m.company_id = i.company_id and m.id = i.id ${only}
  returning m.company_id, m.id, m.conversation_id, m.channel_id, m.origin
), also as (${also})${more}
select company_id as "companyId", id, conversation_id as "conversationId", channel_id as "channelId" from settled`

export type SettledMessage = { companyId: string; id: string; conversationId: string; channelId: string }

/** Accepted by Meta. $3 wamids, $4 statuses, $5 ranks. A status that came first by webhook stays. */
export const acceptedSql = (also: string): string =>
  statement(
    'select * from unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[], $5::smallint[]) as t(company_id, id, wamid, status, rank)',
    `wamid = coalesce(m.wamid, i.wamid), status = case when i.rank > m.status_rank then i.status else m.status end,
      status_rank = greatest(m.status_rank, i.rank)`,
    also,
  )

/** A job for each answer that failed: its author has to hear of it, and the customer goes on waiting. */
const followed = `, followed as (
  insert into jobs (id, queue, name, company_id, status, input)
  select i.job_id, 'standard', '${followUpJobName}', s.company_id, 'queued',
    jsonb_build_object('companyId', s.company_id, 'conversationId', s.conversation_id, 'cause', 'failed', 'messageId', s.id)
  from settled s join input i using (company_id, id) where s.origin = any($9::text[])
)`

/** Given up. $3 codes, $4 classes, $5 details, $6 traces, $7 rank of failed, $8 ids for jobs, $9 origins of answers. */
export const failedSql = (also: string): string =>
  statement(
    'select * from unnest($1::uuid[], $2::uuid[], $3::int[], $4::text[], $5::text[], $6::text[], $8::uuid[]) as t(company_id, id, code, class, details, trace, job_id)',
    `status = case when $7::smallint > m.status_rank then 'failed' else m.status end,
      status_rank = greatest(m.status_rank, $7::smallint), failed_at = coalesce(m.failed_at, now()),
      error_code = i.code, error_class = i.class, error_details = i.details, error_trace = i.trace`,
    also,
    { more: followed },
  )

/** Written to the wire and never answered. $3 rank of unknown. */
export const unknownSql = (also: string): string =>
  statement(
    'select * from unnest($1::uuid[], $2::uuid[]) as t(company_id, id)',
    `status = case when $3::smallint > m.status_rank then 'unknown' else m.status end,
      status_rank = greatest(m.status_rank, $3::smallint)`,
    also,
  )

/** Certainly not sent, to be tried again. $3 rank of unknown: only a message of unknown fate moves. */
export const requeuedSql = (also: string): string =>
  statement(
    'select * from unnest($1::uuid[], $2::uuid[]) as t(company_id, id)',
    `status = 'queued', status_rank = 0`,
    also,
    { only: 'and m.status_rank = $3::smallint' },
  )

/** New messages from one JSON array of rows ($1), as bulk senders make them. */
export const insertMessagesSql = (also: string): string => `
with input as materialized (
  select * from jsonb_to_recordset($1::jsonb) as t(
    company_id uuid, id uuid, conversation_id uuid, channel_id uuid, contact_id uuid, type text, body text,
    payload jsonb, origin text, author_id uuid, client_key text, recipient text, occurred_at timestamptz)
), added as (
  insert into messages (company_id, id, conversation_id, channel_id, contact_id, direction, type, body, payload, origin,
    author_id, client_key, status, status_rank, occurred_at)
  select company_id, id, conversation_id, channel_id, contact_id, 'out', type, body, coalesce(payload, '{}'), origin,
    author_id, client_key, 'queued', 0, coalesce(occurred_at, now()) from input
  on conflict do nothing
  returning company_id, id
), also as (${also})
select id from added`
