import { statusRank } from '@recado/contracts/inbox/messages'
import type { Pool } from 'pg'
import { newId } from '#server/lib/ids.ts'
import {
  acceptedSql,
  answering,
  failedSql,
  insertMessagesSql,
  requeuedSql,
  type SettledMessage,
  unknownSql,
} from '#server/modules/inbox/conversations/index.ts'
import type { SendKey } from './claims.ts'

export type AcceptedSend = SendKey & { wamid: string | null; status: 'accepted' | 'held' }
export type FailedSend = SendKey & {
  code: number | null
  errorClass: string
  details: string | null
  trace: string | null
}
export type RequeuedSend = SendKey & { lease: string; waitSeconds: number; costsAttempt: boolean; slowed: boolean }

const removed = `delete from outbound_sends o using input i where o.company_id = i.company_id and o.message_id = i.id`

const keysOf = (sends: readonly SendKey[]) => [sends.map((s) => s.companyId), sends.map((s) => s.messageId)]

const accepted = acceptedSql(removed)
export const recordAccepted = async (pool: Pool, sends: readonly AcceptedSend[]): Promise<SettledMessage[]> => {
  const values = [
    ...keysOf(sends),
    sends.map((s) => s.wamid),
    sends.map((s) => s.status),
    sends.map((s) => statusRank[s.status]),
  ]
  return (await pool.query<SettledMessage>({ name: 'sends_accepted', text: accepted, values })).rows
}

const failed = failedSql(removed)
export const recordFailed = async (pool: Pool, sends: readonly FailedSend[]): Promise<SettledMessage[]> => {
  const values = [
    ...keysOf(sends),
    sends.map((s) => s.code),
    sends.map((s) => s.errorClass),
    sends.map((s) => s.details),
    sends.map((s) => s.trace),
    statusRank.failed,
    sends.map(newId),
    answering,
  ]
  return (await pool.query<SettledMessage>({ name: 'sends_failed', text: failed, values })).rows
}

const unknown = unknownSql(`update outbound_sends o set state = 2, lease_owner = null,
  not_before = now() + make_interval(secs => $4) from input i
  where o.company_id = i.company_id and o.message_id = i.id and o.state = 1`)
/** `settleSeconds`: how long a webhook may take to tell what became of them. */
export const recordUnknown = async (
  pool: Pool,
  sends: readonly SendKey[],
  settleSeconds: number,
): Promise<SettledMessage[]> => {
  const values = [...keysOf(sends), statusRank.unknown, settleSeconds]
  return (await pool.query<SettledMessage>({ name: 'sends_unknown', text: unknown, values })).rows
}

const requeued = requeuedSql(`update outbound_sends o set state = 0, lease_owner = null, lease_until = null,
  not_before = now() + make_interval(secs => w.seconds), attempts = o.attempts - w.refund, slowed = o.slowed + w.slowed
  from unnest($1::uuid[], $2::uuid[], $4::float8[], $5::smallint[], $6::smallint[], $7::timestamptz[])
    as w(company_id, id, seconds, refund, slowed, lease)
  where o.company_id = w.company_id and o.message_id = w.id and o.state in (1, 2) and o.lease_until = w.lease`)
/**
 * Back to waiting, for those that certainly did not reach anybody. Only the claim that they were made under is ended: a
 * write that is repeated, because its answer was lost, leaves a later claim of the row alone.
 */
export const recordRequeued = async (pool: Pool, sends: readonly RequeuedSend[]): Promise<SettledMessage[]> => {
  const values = [
    ...keysOf(sends),
    statusRank.unknown,
    sends.map((s) => s.waitSeconds),
    sends.map((s) => (s.costsAttempt ? 0 : 1)),
    sends.map((s) => (s.slowed ? 1 : 0)),
    sends.map((s) => s.lease),
  ]
  return (await pool.query<SettledMessage>({ name: 'sends_requeued', text: requeued, values })).rows
}

/** One message of a bulk send; the caller makes its id. `recipient`: digits, or a business-scoped user id. */
export type BulkSend = {
  companyId: string
  messageId: string
  channelId: string
  conversationId: string
  contactId: string
  recipient: string
  type: string
  body: string | null
  payload: Record<string, unknown>
  origin: 'campaign' | 'api' | 'automation'
  clientKey?: string
}

const inserted = (priority: number) =>
  insertMessagesSql(`insert into outbound_sends (company_id, message_id, channel_id, recipient, priority)
    select a.company_id, a.id, i.channel_id, i.recipient, ${priority} from added a join input i on i.company_id = a.company_id and i.id = a.id`)

/** Anything with a `query`: the pool, or the connection of a transaction. */
export type Sql = Pick<Pool, 'query'>

export const insertBulk = async (sql: Sql, rows: readonly BulkSend[], priority: number): Promise<string[]> => {
  const input = rows.map((row) => ({
    company_id: row.companyId,
    id: row.messageId,
    conversation_id: row.conversationId,
    channel_id: row.channelId,
    contact_id: row.contactId,
    type: row.type,
    body: row.body,
    payload: row.payload,
    origin: row.origin,
    client_key: row.clientKey ?? null,
    recipient: row.recipient,
  }))
  const text = inserted(priority)
  const result = await sql.query<{ id: string }>({ text, values: [JSON.stringify(input)] })
  return result.rows.map((row) => row.id)
}
