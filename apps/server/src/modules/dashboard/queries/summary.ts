import type { DashboardPeriod } from '@recado/contracts/dashboard'
import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { CompanyCtx, UserCtx } from '#server/context.ts'
import {
  channels,
  companyMembers,
  consents,
  contacts,
  conversations,
  csatResponses,
  invitations,
  messages,
} from '#server/db/schema/index.ts'
import { isVisible } from '../../conversations/index.ts'

export type DashboardCtx = CompanyCtx & UserCtx
export type Span = { from: Date; to: Date }
/** The part of the company that is looked at. */
export type Scope = Pick<DashboardPeriod, 'channelId' | 'teamId'>

const one = async <R extends Record<string, unknown>>(ctx: DashboardCtx, query: ReturnType<typeof sql>): Promise<R> => {
  const result = await ctx.db.execute<R>(query)
  const row = result.rows[0]
  if (!row) throw new Error('An aggregate always has a row')
  return row as R
}

const filterOf = (
  scope: Scope,
): SQL => sql`${scope.channelId ? sql`${conversations.channelId} = ${scope.channelId}` : sql`true`}
  and ${scope.teamId ? sql`${conversations.teamId} = ${scope.teamId}` : sql`true`}`

/** Conversations of the scope that this member may see. */
export const visible = (ctx: DashboardCtx, scope: Scope): SQL =>
  sql`(${isVisible(ctx, conversations) ?? sql`true`} and ${filterOf(scope)})`

/** The same limit for messages. */
export const visibleMessages = (ctx: DashboardCtx, scope: Scope): SQL => {
  const ofChannel = scope.channelId ? sql`${messages.channelId} = ${scope.channelId}` : sql`true`
  return ctx.company.member.visibility === 'all' && !scope.teamId
    ? ofChannel
    : sql`${ofChannel} and exists (select 1 from ${conversations}
        where ${conversations.companyId} = ${messages.companyId} and ${conversations.id} = ${messages.conversationId}
        and ${visible(ctx, scope)})`
}

/** And for what is known of a contact: one of their conversations is in it. */
const visibleContact = (ctx: DashboardCtx, scope: Scope, contactId: SQLWrapper): SQL =>
  ctx.company.member.visibility === 'all' && !scope.teamId && !scope.channelId
    ? sql`true`
    : sql`exists (select 1 from ${conversations} where ${conversations.companyId} = ${ctx.company.id}
        and ${conversations.contactId} = ${contactId} and ${visible(ctx, scope)})`

export const countNow = (ctx: DashboardCtx, scope: Scope) =>
  one<{ open: number; unassigned: number; waiting: number; overdue: number; channels: number }>(
    ctx,
    sql`select count(*)::int as open,
        (count(*) filter (where ${conversations.assigneeId} is null))::int as unassigned,
        (count(*) filter (where ${conversations.waitingSince} is not null))::int as waiting,
        (count(*) filter (where ${conversations.slaDueAt} < ${ctx.now()}))::int as overdue,
        (select count(*)::int from ${channels}
          where ${channels.companyId} = ${ctx.company.id} and ${channels.disconnectedAt} is null) as channels
      from ${conversations}
      where ${conversations.companyId} = ${ctx.company.id} and ${conversations.status} <> 'resolved' and ${visible(ctx, scope)}`,
  )

export const countConversations = (ctx: DashboardCtx, scope: Scope, { from, to }: Span) =>
  one<{ resolved: number; median: number | null; resolution: number | null }>(
    ctx,
    sql`select
        (count(*) filter (where ${conversations.status} = 'resolved' and ${conversations.resolvedAt} >= ${from}
          and ${conversations.resolvedAt} < ${to}))::int as resolved,
        percentile_cont(0.5) within group (
          order by extract(epoch from ${conversations.firstResponseAt} - ${conversations.createdAt})
        ) filter (where ${conversations.firstResponseAt} >= ${from} and ${conversations.firstResponseAt} < ${to}
          and ${conversations.firstResponseAt} >= ${conversations.createdAt}) as median,
        percentile_cont(0.5) within group (
          order by extract(epoch from ${conversations.resolvedAt} - ${conversations.createdAt})
        ) filter (where ${conversations.status} = 'resolved' and ${conversations.resolvedAt} >= ${from}
          and ${conversations.resolvedAt} < ${to} and ${conversations.resolvedAt} >= ${conversations.createdAt}) as resolution
      from ${conversations}
      where ${conversations.companyId} = ${ctx.company.id} and ${visible(ctx, scope)}
        and (${conversations.resolvedAt} >= ${from} or ${conversations.firstResponseAt} >= ${from})`,
  )

export const countMessages = (ctx: DashboardCtx, scope: Scope, { from, to }: Span) =>
  one<{ incoming: number; outgoing: number; failed: number }>(
    ctx,
    sql`select (count(*) filter (where ${messages.direction} = 'in'))::int as incoming,
        (count(*) filter (where ${messages.direction} = 'out'))::int as outgoing,
        (count(*) filter (where ${messages.direction} = 'out' and ${messages.status} = 'failed'))::int as failed
      from ${messages}
      where ${messages.companyId} = ${ctx.company.id} and ${messages.occurredAt} >= ${from}
        and ${messages.occurredAt} < ${to} and ${visibleMessages(ctx, scope)}`,
  )

/** Average score of the customers of visible conversations who answered; null for none. */
export const averageScore = (ctx: DashboardCtx, scope: Scope, { from, to }: Span) =>
  one<{ average: string | null }>(
    ctx,
    sql`select avg(${csatResponses.score})::text as average
      from ${csatResponses}
      join ${conversations} on ${conversations.companyId} = ${csatResponses.companyId}
        and ${conversations.id} = ${csatResponses.conversationId}
      where ${csatResponses.companyId} = ${ctx.company.id} and ${csatResponses.answeredAt} >= ${from}
        and ${csatResponses.answeredAt} < ${to} and ${visible(ctx, scope)}`,
  )

export const countOptOuts = (ctx: DashboardCtx, scope: Scope, { from, to }: Span) =>
  ctx.db.$count(
    consents,
    sql`${consents.companyId} = ${ctx.company.id} and ${consents.state} = 'denied'
      and ${consents.at} >= ${from} and ${consents.at} < ${to}
      and ${visibleContact(ctx, scope, consents.contactId)}`,
  )

export const countNewContacts = (ctx: DashboardCtx, scope: Scope, { from, to }: Span) =>
  ctx.db.$count(
    contacts,
    sql`${contacts.companyId} = ${ctx.company.id} and ${contacts.deletedAt} is null
      and ${contacts.createdAt} >= ${from} and ${contacts.createdAt} < ${to}
      and ${visibleContact(ctx, scope, contacts.id)}`,
  )

const MOST_REASONS = 10

export const countFailures = async (ctx: DashboardCtx, scope: Scope, { from, to }: Span) => {
  const result = await ctx.db.execute<{ code: string; count: number }>(
    sql`select coalesce(${messages.errorCode}::text, 'unknown') as code, count(*)::int as count
      from ${messages}
      where ${messages.companyId} = ${ctx.company.id} and ${messages.occurredAt} >= ${from}
        and ${messages.occurredAt} < ${to} and ${messages.direction} = 'out' and ${messages.status} = 'failed'
        and ${visibleMessages(ctx, scope)}
      group by 1 order by 2 desc, 1 limit ${MOST_REASONS}`,
  )
  return result.rows
}

/** Which steps of the beginning are done in the current company. */
export const findProgress = (ctx: DashboardCtx) =>
  one<{ connected: boolean; received: boolean; sent: boolean; invited: boolean }>(
    ctx,
    sql`select
        exists (select 1 from ${channels} where ${channels.companyId} = ${ctx.company.id} and ${channels.disconnectedAt} is null) as connected,
        exists (select 1 from ${messages} where ${messages.companyId} = ${ctx.company.id} and ${messages.direction} = 'in') as received,
        exists (select 1 from ${messages} where ${messages.companyId} = ${ctx.company.id} and ${messages.direction} = 'out') as sent,
        ((select count(*) from ${companyMembers} where ${companyMembers.companyId} = ${ctx.company.id}) > 1
          or exists (select 1 from ${invitations} where ${invitations.companyId} = ${ctx.company.id}
            and ${invitations.revokedAt} is null)) as invited`,
  )
