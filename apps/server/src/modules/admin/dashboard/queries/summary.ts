import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { isPresent, isUnassigned } from '#server/db/conversation-status.ts'
import { csatResponses } from '#server/db/schema/automation/csat.ts'
import { companyMembers, invitations } from '#server/db/schema/companies/companies.ts'
import { consents, contacts } from '#server/db/schema/contacts/contacts.ts'
import { conversations } from '#server/db/schema/inbox/conversations.ts'
import { messages } from '#server/db/schema/inbox/messages.ts'
import { channels } from '#server/db/schema/whatsapp/channels.ts'
import { bucketsOf } from './buckets.ts'
import { type Periods, wholeOf } from './calendar.ts'
import { type DashboardCtx, type Scope, type Span, visible, visibleContact, visibleMessages } from './scope.ts'

const one = async <R extends Record<string, unknown>>(ctx: DashboardCtx, query: ReturnType<typeof sql>): Promise<R> => {
  const result = await ctx.db.execute<R>(query)
  const row = result.rows[0]
  if (!row) throw new Error('An aggregate always has a row')
  return row as R
}

/** The current counts. Unassigned conversations count for every member, whichever member is selected. */
export const countNow = (ctx: DashboardCtx, { assigneeId, ...scope }: Scope) => {
  const whose = assigneeId ? sql`${conversations.assigneeId} = ${assigneeId}` : sql`true`
  return one<{ open: number; unassigned: number; waiting: number; overdue: number; channels: number }>(
    ctx,
    sql`select (count(*) filter (where ${whose}))::int as open,
        (count(*) filter (where ${isUnassigned(conversations)}))::int as unassigned,
        (count(*) filter (where ${conversations.waitingSince} is not null and ${whose}))::int as waiting,
        (count(*) filter (where ${conversations.slaDueAt} < ${ctx.now()} and ${whose}))::int as overdue,
        (select count(*)::int from ${channels}
          where ${channels.companyId} = ${ctx.company.id} and ${channels.disconnectedAt} is null) as channels
      from ${conversations}
      where ${conversations.companyId} = ${ctx.company.id} and ${isPresent(conversations.status)} and ${visible(ctx, scope)}`,
  )
}

/** A period and the one before it, each with the same figures. */
type Both<F> = { current: F; previous: F }

/** The figures of both periods, read at once: `figures` names and counts those of one. */
const inBoth = ({ current, previous }: Periods, figures: (span: Span) => SQL): SQL =>
  sql`json_build_object(${figures(current)}) as current, json_build_object(${figures(previous)}) as previous`

const within = (at: SQLWrapper, { from, to }: Span): SQL => sql`(${at} >= ${from} and ${at} < ${to})`

const median = (from: SQLWrapper, to: SQLWrapper, where: SQL): SQL =>
  sql`percentile_cont(0.5) within group (order by extract(epoch from ${to} - ${from}))
    filter (where ${where} and ${to} >= ${from})`

export const countConversations = (ctx: DashboardCtx, scope: Scope, periods: Periods) => {
  const { createdAt, firstResponseAt, resolvedAt, status } = conversations
  const figures = (span: Span) => {
    const resolved = sql`${status} = 'resolved' and ${within(resolvedAt, span)}`
    return sql`'created', count(*) filter (where ${within(createdAt, span)}),
      'resolved', count(*) filter (where ${resolved}),
      'firstResponse', ${median(createdAt, firstResponseAt, within(firstResponseAt, span))},
      'resolution', ${median(createdAt, resolvedAt, resolved)}`
  }
  return one<Both<{ created: number; resolved: number; firstResponse: number | null; resolution: number | null }>>(
    ctx,
    sql`select ${inBoth(periods, figures)}
      from ${conversations}
      where ${conversations.companyId} = ${ctx.company.id} and ${visible(ctx, scope)}
        and (${createdAt} >= ${periods.previous.from} or ${resolvedAt} >= ${periods.previous.from}
          or ${firstResponseAt} >= ${periods.previous.from})`,
  )
}

export const countMessages = (ctx: DashboardCtx, scope: Scope, periods: Periods) => {
  const sum = (column: SQL, span: Span) =>
    sql`coalesce(sum(${column}) filter (where ${within(sql`q.bucket`, span)}), 0)`
  return one<Both<{ incoming: number; outgoing: number; failed: number }>>(
    ctx,
    sql`select ${inBoth(
      periods,
      (span) => sql`'incoming', ${sum(sql`q.in`, span)}, 'outgoing', ${sum(sql`q.out`, span)},
        'failed', ${sum(sql`q.failed`, span)}`,
    )}
      from ${bucketsOf(ctx, scope, wholeOf(periods))} as q`,
  )
}

/** Average score of the customers of visible conversations who answered; null for none. */
export const averageScore = (ctx: DashboardCtx, scope: Scope, periods: Periods) =>
  one<Both<{ average: number | null }>>(
    ctx,
    sql`select ${inBoth(
      periods,
      (span) => sql`'average', avg(${csatResponses.score}) filter (where ${within(csatResponses.answeredAt, span)})`,
    )}
      from ${csatResponses}
      join ${conversations} on ${conversations.companyId} = ${csatResponses.companyId}
        and ${conversations.id} = ${csatResponses.conversationId}
      where ${csatResponses.companyId} = ${ctx.company.id} and ${within(csatResponses.answeredAt, wholeOf(periods))}
        and ${visible(ctx, scope)}`,
  )

const countedIn = (periods: Periods, at: SQLWrapper): SQL =>
  inBoth(periods, (span) => sql`'count', count(*) filter (where ${within(at, span)})`)

export const countOptOuts = (ctx: DashboardCtx, scope: Scope, periods: Periods) =>
  one<Both<{ count: number }>>(
    ctx,
    sql`select ${countedIn(periods, consents.at)}
      from ${consents}
      where ${consents.companyId} = ${ctx.company.id} and ${consents.state} = 'denied'
        and ${within(consents.at, wholeOf(periods))} and ${visibleContact(ctx, scope, consents.contactId)}`,
  )

export const countNewContacts = (ctx: DashboardCtx, scope: Scope, periods: Periods) =>
  one<Both<{ count: number }>>(
    ctx,
    sql`select ${countedIn(periods, contacts.createdAt)}
      from ${contacts}
      where ${contacts.companyId} = ${ctx.company.id} and ${contacts.deletedAt} is null
        and ${within(contacts.createdAt, wholeOf(periods))} and ${visibleContact(ctx, scope, contacts.id)}`,
  )

const MOST_REASONS = 10

export const countFailures = async (ctx: DashboardCtx, scope: Scope, { from, to }: Span) => {
  const result = await ctx.db.execute<{ code: string; count: number }>(
    sql`select coalesce(${messages.errorCode}::text, 'unknown') as code, count(*)::int as count
      from ${messages}
      where ${messages.companyId} = ${ctx.company.id} and ${messages.occurredAt} >= ${from}
        and ${messages.occurredAt} < ${to} and ${messages.direction} = 'out' and ${messages.status} = 'failed' and ${messages.failedAt} is not null
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
