import { sql } from 'drizzle-orm'
import type { Ctx } from '#server/context.ts'

/** A silence is one of so many hours at least, and of so many times the usual gap of the last week. */
const LEAST_HOURS = 6
const TIMES = 5
/** With fewer events in a week nothing is usual. */
const LEAST_EVENTS = 20

export type Silent = { companyId: string; integrationId: string; name: string; hours: number }

/** Integrations that have gone quiet, which are marked as told of. */
export const takeSilent = async (tx: Ctx): Promise<Silent[]> => {
  const now = sql`${tx.now().toISOString()}::timestamptz`
  const { rows } = await tx.db.execute<Silent>(sql`
    update webhook_integrations i set silent_notified_at = ${now}
    from (
      select integration_id as id, count(*) as n, min(received_at) as first, max(received_at) as last
      from webhook_inbound_events
      where received_at > ${now} - interval '8 days' and state not in ('rejected', 'duplicate')
      group by integration_id
    ) e
    where e.id = i.id and i.enabled and e.n >= ${LEAST_EVENTS}
      and (i.silent_notified_at is null or i.silent_notified_at < e.last)
      and ${now} - e.last > greatest(make_interval(hours => ${LEAST_HOURS}), (e.last - e.first) / e.n * ${TIMES}::int)
    returning i.company_id as "companyId", i.id as "integrationId", i.name,
      floor(extract(epoch from ${now} - e.last) / 3600)::int as hours`)
  return rows
}
