import type { Sql } from '#server/modules/contacts/contacts/index.ts'

/** A conversation that came back, and the line of its timeline that says so. */
export type Woken = { companyId: string; id: string; lineId: string }

/** Marked as unread, or it would be overlooked among the others. */
export const wakeSql = `
with due as (
  select company_id, id, row_number() over () as n from (
    select c.company_id, c.id from conversations c where c.snoozed_until is not null and c.snoozed_until <= $1
    order by c.snoozed_until limit $3 for no key update skip locked) d
), woken as (
  update conversations c set status = case when c.status = 'snoozed' then 'open' else c.status end, snoozed_until = null,
    unread_count = greatest(c.unread_count, 1), version = c.version + 1, updated_at = $1
  from due where c.company_id = due.company_id and c.id = due.id
  returning c.company_id, c.id, c.channel_id, c.contact_id, due.n
)
insert into messages (company_id, id, conversation_id, channel_id, contact_id, direction, type, payload, origin, status, occurred_at)
select w.company_id, ($2::uuid[])[w.n], w.id, w.channel_id, w.contact_id, 'event', 'event',
  '{"kind": "woken", "by": null, "to": null}', 'system', 'received', $1
from woken w
returning company_id as "companyId", conversation_id as id, id as "lineId"`

/** Brings back up to as many as there are ids for lines, those that have been due longest. */
export const wakeDue = async (sql: Sql, now: Date, lineIds: readonly string[]): Promise<Woken[]> =>
  (await sql.query<Woken>({ name: 'conversations_wake', text: wakeSql, values: [now, lineIds, lineIds.length] })).rows
