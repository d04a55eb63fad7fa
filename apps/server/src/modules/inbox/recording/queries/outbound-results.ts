import { statusRank } from '@recado/contracts/inbox/messages'
import type { Sql } from '#server/modules/contacts/contacts/index.ts'
import type { SettledSends } from '#server/modules/whatsapp/sending/index.ts'

/** A message whose send was settled. */
export type SettledMessage = {
  companyId: string
  id: string
  conversationId: string
  channelId: string
  contactId: string
  origin: string
}

/** The fate of many messages in one statement. `$1` are company ids and `$2` message ids; a row of `input` is `i`. */
const statement = (input: string, set: string, only = '') => `
with input as materialized (${input})
update messages m set ${set}
from input i where m.company_id = i.company_id and m.id = i.id ${only}
returning m.company_id as "companyId", m.id, m.conversation_id as "conversationId", m.channel_id as "channelId",
  m.contact_id as "contactId", m.origin`

/** $3 wamids, $4 statuses, $5 ranks. A status that came first by webhook stays. */
const acceptedSql = statement(
  'select * from unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[], $5::smallint[]) as t(company_id, id, wamid, status, rank)',
  `wamid = coalesce(m.wamid, i.wamid), status = case when i.rank > m.status_rank then i.status else m.status end,
    status_rank = greatest(m.status_rank, i.rank)`,
)

/** $3 codes, $4 classes, $5 details, $6 traces, $7 rank of failed. */
const failedSql = statement(
  'select * from unnest($1::uuid[], $2::uuid[], $3::int[], $4::text[], $5::text[], $6::text[]) as t(company_id, id, code, class, details, trace)',
  `status = case when $7::smallint > m.status_rank then 'failed' else m.status end,
    status_rank = greatest(m.status_rank, $7::smallint), failed_at = coalesce(m.failed_at, now()),
    error_code = i.code, error_class = i.class, error_details = i.details, error_trace = i.trace`,
)

/** $3 rank of unknown. */
const unknownSql = statement(
  'select * from unnest($1::uuid[], $2::uuid[]) as t(company_id, id)',
  `status = case when $3::smallint > m.status_rank then 'unknown' else m.status end,
    status_rank = greatest(m.status_rank, $3::smallint)`,
)

/** $3 rank of unknown: only a message of unknown fate moves. */
const requeuedSql = statement(
  'select * from unnest($1::uuid[], $2::uuid[]) as t(company_id, id)',
  `status = 'queued', status_rank = 0`,
  'and m.status_rank = $3::smallint',
)

const queryOf = (settled: SettledSends): { name: string; text: string; values: unknown[] } => {
  const { outcome, sends } = settled
  const name = `messages_${outcome}`
  const keys = [sends.map((s) => s.companyId), sends.map((s) => s.messageId)]
  switch (outcome) {
    case 'accepted': {
      const ranks = sends.map((s) => statusRank[s.status])
      return {
        name,
        text: acceptedSql,
        values: [...keys, sends.map((s) => s.wamid), sends.map((s) => s.status), ranks],
      }
    }
    case 'failed': {
      const errors = [sends.map((s) => s.code), sends.map((s) => s.errorClass), sends.map((s) => s.details)]
      return { name, text: failedSql, values: [...keys, ...errors, sends.map((s) => s.trace), statusRank.failed] }
    }
    case 'unknown':
      return { name, text: unknownSql, values: [...keys, statusRank.unknown] }
    case 'requeued':
      return { name, text: requeuedSql, values: [...keys, statusRank.unknown] }
  }
}

/** Brings messages up to date with what became of their sends; answers those that are there. */
export const updateSettled = async (sql: Sql, settled: SettledSends): Promise<SettledMessage[]> =>
  (await sql.query<SettledMessage>(queryOf(settled))).rows
