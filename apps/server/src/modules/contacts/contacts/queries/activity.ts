import type { Sql } from '../whatsapp-user.ts'

/** When a contact was last heard of: wrote to us, or was written to. */
export type ContactActivity = {
  companyId: string
  contactId: string
  inboundAt: Date | null
  outboundAt: Date | null
}

const latest = (a: Date | null, b: Date | null): Date | null => (a === null || (b !== null && b > a) ? b : a)

/** One of each contact, with the latest instants. */
const mergeActivity = (all: readonly ContactActivity[]): ContactActivity[] => {
  const byContact = new Map<string, ContactActivity>()
  for (const one of all) {
    const key = `${one.companyId} ${one.contactId}`
    const known = byContact.get(key) ?? { ...one, inboundAt: null, outboundAt: null }
    byContact.set(key, {
      ...known,
      inboundAt: latest(known.inboundAt, one.inboundAt),
      outboundAt: latest(known.outboundAt, one.outboundAt),
    })
  }
  return [...byContact.values()]
}

/**
 * Instants that are new by less than a minute are left out, so that a busy conversation seldom writes. Rows are locked in
 * one order, whichever numbers their messages came by.
 */
export const recordActivitySql = `
with input as (
  select * from unnest($1::uuid[], $2::uuid[], $3::timestamptz[], $4::timestamptz[]) as t(company_id, id, inbound_at, outbound_at)
), held as materialized (
  select c.company_id, c.id, t.inbound_at, t.outbound_at,
    t.inbound_at is not null and c.deleted_at is not null and c.merged_into_id is null and c.erased_at is null and c.blocked_at is null as returns
  from input t join contacts c on c.company_id = t.company_id and c.id = t.id
  where coalesce(c.last_inbound_at, '-infinity') < t.inbound_at - interval '1 minute'
    or coalesce(c.last_outbound_at, '-infinity') < t.outbound_at - interval '1 minute'
    or (t.inbound_at is not null and c.deleted_at is not null and c.merged_into_id is null and c.erased_at is null and c.blocked_at is null)
  order by c.company_id, c.id for no key update of c
)
update contacts c set
  last_inbound_at = greatest(c.last_inbound_at, h.inbound_at),
  last_outbound_at = greatest(c.last_outbound_at, h.outbound_at),
  deleted_at = case when h.returns then null else c.deleted_at end
from held h where c.company_id = h.company_id and c.id = h.id
returning c.company_id as "companyId", c.id, h.returns`

/**
 * Writes down when contacts were last heard of, in the caller's transaction. Whoever writes comes out of the bin, unless
 * they are blocked; answers those who did.
 */
export const recordActivity = async (
  sql: Sql,
  all: readonly ContactActivity[],
): Promise<{ companyId: string; id: string }[]> => {
  const rows = mergeActivity(all)
  if (rows.length === 0) return []
  const result = await sql.query<{ companyId: string; id: string; returns: boolean }>({
    name: 'contacts_activity',
    text: recordActivitySql,
    values: [
      rows.map((row) => row.companyId),
      rows.map((row) => row.contactId),
      rows.map((row) => row.inboundAt),
      rows.map((row) => row.outboundAt),
    ],
  })
  return result.rows.filter(({ returns }) => returns)
}
