import type { RequeuedSend, SendKey } from '../settled.ts'

type Sql = { query: (query: { name: string; text: string; values: unknown[] }) => Promise<unknown> }

const keysOf = (sends: readonly SendKey[]) => [sends.map((s) => s.companyId), sends.map((s) => s.messageId)]

/** By primary key, key by key: few rows out of a table that may be long. */
export const settleSql = `delete from outbound_sends o using unnest($1::uuid[], $2::uuid[]) as k(company_id, message_id)
  where o.company_id = k.company_id and o.message_id = k.message_id`

/** Ends what waits for messages whose fate is certain: nothing is sent for them any more. Any connection will do. */
export const settleSends = async (sql: Sql, sends: readonly SendKey[]): Promise<void> => {
  if (sends.length > 0) await sql.query({ name: 'sends_settle', text: settleSql, values: keysOf(sends) })
}

/** In flight no more, and of unknown fate; a webhook may tell it within `settleSeconds`. */
export const setUnknown = async (sql: Sql, sends: readonly SendKey[], settleSeconds: number): Promise<void> => {
  await sql.query({
    name: 'sends_unknown',
    text: `update outbound_sends o set state = 2, lease_owner = null, not_before = now() + make_interval(secs => $3)
      from unnest($1::uuid[], $2::uuid[]) as k(company_id, message_id)
      where o.company_id = k.company_id and o.message_id = k.message_id and o.state = 1`,
    values: [...keysOf(sends), settleSeconds],
  })
}

/**
 * Back to waiting, for those that certainly did not reach anybody. Only the claim that they were made under is ended: a
 * write that is repeated, because its answer was lost, leaves a later claim of the row alone.
 */
export const requeueSends = async (sql: Sql, sends: readonly RequeuedSend[]): Promise<void> => {
  await sql.query({
    name: 'sends_requeued',
    text: `update outbound_sends o set state = 0, lease_owner = null, lease_until = null,
        not_before = now() + make_interval(secs => w.seconds), attempts = o.attempts - w.refund, slowed = o.slowed + w.slowed
      from unnest($1::uuid[], $2::uuid[], $3::float8[], $4::smallint[], $5::smallint[], $6::timestamptz[])
        as w(company_id, message_id, seconds, refund, slowed, lease)
      where o.company_id = w.company_id and o.message_id = w.message_id and o.state in (1, 2) and o.lease_until = w.lease`,
    values: [
      ...keysOf(sends),
      sends.map((s) => s.waitSeconds),
      sends.map((s) => (s.costsAttempt ? 0 : 1)),
      sends.map((s) => (s.slowed ? 1 : 0)),
      sends.map((s) => s.lease),
    ],
  })
}
