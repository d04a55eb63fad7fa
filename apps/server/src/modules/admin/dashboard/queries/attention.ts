import { type SQL, sql } from 'drizzle-orm'
import { isPresent } from '#server/db/conversation-status.ts'
import { displayNameOf, seesPersonalData } from '#server/modules/contacts/contacts/index.ts'
import { lastColumns } from '#server/modules/inbox/conversations/index.ts'
import { isVisible } from '#server/modules/inbox/visibility/index.ts'
import type { DashboardCtx } from './scope.ts'

const LISTED = 5
const SOON = '1 hour'

type Row = {
  id: string
  name: string | null
  profile_name: string | null
  phone: string | null
  username: string | null
  channel: string
  last_preview: string | null
  last_type: string | null
  at: string
}

const findConversations = async (ctx: DashboardCtx, at: SQL, which: SQL, order: SQL = sql`asc`) => {
  const result = await ctx.db.execute<Row>(sql`
    select c.id, ct.name, ct.profile_name, ct.phone, i.username, coalesce(ch.name, '') as channel, ${at}::text as at,
      ${lastColumns}
    from conversations c
    join contacts ct on ct.company_id = c.company_id and ct.id = c.contact_id
    join contact_identities i on i.company_id = c.company_id and i.id = c.identity_id
    left join channels ch on ch.id = c.channel_id
    left join messages m on m.company_id = c.company_id and m.id = c.last_message_id
    left join conversation_participants p on p.company_id = c.company_id and p.conversation_id = c.id
      and p.user_id = ${ctx.actor.userId}
    where c.company_id = ${ctx.company.id} and ${which} and ${isVisible(ctx) ?? sql`true`}
    order by ${at} ${order}, c.id limit ${LISTED}`)
  const full = seesPersonalData(ctx)
  return result.rows.map(({ profile_name, ...row }) => ({
    id: row.id,
    contact: displayNameOf({ ...row, profileName: profile_name }, full),
    channel: row.channel,
    preview: row.last_preview ?? '',
    type: row.last_type,
    at: new Date(row.at).toISOString(),
  }))
}

/** Leads see every conversation; other members see their own and the unassigned ones. */
const concerns = ({ actor, company: { member } }: DashboardCtx): SQL =>
  member.role === 'admin' || member.grants.includes('team.lead')
    ? sql`true`
    : sql`(c.assignee_id = ${actor.userId} or c.assignee_id is null)`

/** What the person should look at first: mentions not seen, SLA targets due within the hour, longest waiting. */
export const readAttention = async (ctx: DashboardCtx) => {
  const [mentions, slaSoon, waiting] = await Promise.all([
    findConversations(
      ctx,
      sql`p.mentioned_at`,
      sql`p.mentioned_at is not null and (p.seen_at is null or p.seen_at < p.mentioned_at)`,
      sql`desc`,
    ),
    findConversations(
      ctx,
      sql`c.sla_due_at`,
      sql`${isPresent(sql`c.status`)} and ${concerns(ctx)} and c.sla_due_at >= ${ctx.now()}
        and c.sla_due_at < ${ctx.now()}::timestamptz + ${SOON}::interval`,
    ),
    findConversations(
      ctx,
      sql`c.waiting_since`,
      sql`${isPresent(sql`c.status`)} and ${concerns(ctx)} and c.waiting_since is not null`,
    ),
  ])
  return { mentions, slaSoon, waiting }
}
