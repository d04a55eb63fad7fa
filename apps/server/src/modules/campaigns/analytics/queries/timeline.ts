import { sql } from 'drizzle-orm'
import type { TimelineSource } from '#server/modules/inbox/conversations/index.ts'
import { joined, reasonOf, stateOf } from './recipients.ts'

/** When a message left; of those who got none when that was decided. */
const at = sql`coalesce(m.sent_at, m.occurred_at,
  case when r.wave < 0 then coalesce(c.started_at, c.snapshot_at) end, r.not_before)`

/** Campaigns in the timeline of a contact: what they got, or why they got nothing, and what they did about it. */
export const campaignTimeline: TimelineSource = {
  type: 'campaigns',
  can: 'campaigns.view',
  rows: (ctx) => sql`
    select 'campaign' as type, c.id || ' ' || r.contact_id as id, ${at} as at, jsonb_build_object(
      'campaign', jsonb_build_object('id', c.id, 'name', c.name), 'state', ${stateOf}, 'reason', ${reasonOf},
      'clicked', r.clicked_at is not null, 'optedOut', r.opted_out_at is not null
    ) as data
    from ${joined}
    where r.company_id = ${ctx.company.id} and r.contact_id in (select id from family) and ct.erased_at is null
      and ${stateOf} not in ('pending', 'queued', 'canceled')`,
}
