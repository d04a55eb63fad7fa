import type { DashboardPeriod, listDashboardPeople } from '@recado/contracts/admin/dashboard'
import type { EndpointResponse } from '@recado/contracts/endpoint'
import type { z } from 'zod'
import { assertAbility, type UserCtx } from '#server/context.ts'
import { findRateCard } from '#server/db/message-price.ts'
import { decodeCursor, encodeCursor, rankedPlace } from '#server/lib/cursor.ts'
import { displayNameOf, seesPersonalData } from '#server/modules/contacts/contacts/index.ts'
import { rememberAnswers } from './cache.ts'
import { findLabels, findPeriods, type Periods, wholeOf } from './queries/calendar.ts'
import * as metrics from './queries/metrics.ts'
import { findPeople } from './queries/people.ts'
import type { DashboardCtx, Scope } from './queries/scope.ts'
import * as queries from './queries/summary.ts'

const figuresOf = async (ctx: DashboardCtx, scope: Scope, periods: Periods) => {
  const [conversations, messages, newContacts, scores, optOuts] = await Promise.all([
    queries.countConversations(ctx, scope, periods),
    queries.countMessages(ctx, scope, periods),
    queries.countNewContacts(ctx, scope, periods),
    queries.averageScore(ctx, scope, periods),
    queries.countOptOuts(ctx, scope, periods),
  ])
  const figures = (period: 'current' | 'previous') => ({
    created: conversations[period].created,
    resolved: conversations[period].resolved,
    firstResponseMedianSeconds: conversations[period].firstResponse,
    resolutionMedianSeconds: conversations[period].resolution,
    csatAverage: scores[period].average,
    optOuts: optOuts[period].count,
    messagesIn: messages[period].incoming,
    messagesOut: messages[period].outgoing,
    failed: messages[period].failed,
    newContacts: newContacts[period].count,
  })
  return { current: figures('current'), previous: figures('previous') }
}

const summarisePeriods = rememberAnswers(async (ctx, period) => {
  const periods = await findPeriods(ctx, period)
  const [figures, failures] = await Promise.all([
    figuresOf(ctx, period, periods),
    queries.countFailures(ctx, period, periods.current),
  ])
  return { ...periods.days, ...figures, failures }
})

/** What stands now, and the figures of a period of the company's calendar and of the one before. */
export const summarise = async (ctx: DashboardCtx, period: DashboardPeriod) => {
  const [now, happened] = await Promise.all([queries.countNow(ctx, period), summarisePeriods(ctx, period)])
  return { now, ...happened }
}

const nothing = { in: 0, out: 0, failed: 0, created: 0, resolved: 0, firstResponse: null }

/** Points of the charts; an hour or day in which nothing happened is there with zeros. */
export const readSeries = rememberAnswers(async (ctx, period) => {
  const periods = await findPeriods(ctx, period)
  const { current, previous, unit } = periods
  const [names, namesBefore, messages, conversations, responses] = await Promise.all([
    findLabels(ctx, current, unit),
    findLabels(ctx, previous, unit),
    metrics.seriesOfMessages(ctx, period, wholeOf(periods), unit),
    metrics.seriesOfConversations(ctx, period, wholeOf(periods), unit),
    metrics.seriesOfFirstResponses(ctx, period, wholeOf(periods), unit),
  ])
  const points = new Map([...namesBefore, ...names].map((at) => [at, { at, ...nothing }]))
  for (const row of [...messages, ...conversations, ...responses]) Object.assign(points.get(row.at) ?? {}, row)
  const pointsOf = (wanted: string[]) => wanted.flatMap((at) => points.get(at) ?? [])
  return { timezone: ctx.company.timezone, unit, points: pointsOf(names), previous: pointsOf(namesBefore) }
})

/** When customers write, by weekday and hour. */
export const readHeat = rememberAnswers(async (ctx, period) => {
  const { current } = await findPeriods(ctx, period)
  return { timezone: ctx.company.timezone, cells: await metrics.heatOf(ctx, period, current) }
})

/** What the messages of the period cost. */
export const readSpend = rememberAnswers(async (ctx, period) => {
  const { current } = await findPeriods(ctx, period)
  return { categories: await metrics.spendOf(ctx, period, current), ratesFrom: await findRateCard(ctx) }
})

/** The people counted by a figure of a period, one page at a time. */
export const listPeople = async (
  ctx: DashboardCtx,
  { kind, cursor, limit, ...period }: z.output<typeof listDashboardPeople.query>,
): Promise<EndpointResponse<typeof listDashboardPeople>> => {
  if (kind === 'ratings') assertAbility(ctx, 'conversations.view')
  const { current } = await findPeriods(ctx, period)
  const after = decodeCursor(rankedPlace, cursor)
  const rows = await findPeople(ctx, period, { kind, span: current, after, limit: limit + 1 })
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  const hasMore = rows.length > limit
  const full = seesPersonalData(ctx)
  return {
    data: page.map(({ id, at, score, comment, ...row }) => ({
      id,
      contact: displayNameOf({ ...row, profileName: row.profile_name }, full),
      at: new Date(at).toISOString(),
      conversationId: row.conversation_id,
      score,
      comment,
    })),
    page: { next: hasMore && last ? encodeCursor({ at: last.at, id: last.id }) : null, has_more: hasMore },
  }
}

/** What a new team has done and still has to do, read from the data. */
export const readChecklist = async (ctx: UserCtx) => {
  const progress = ctx.company ? await queries.findProgress({ ...ctx, company: ctx.company }) : null
  const steps = [
    { id: 'create_company' as const, done: ctx.company !== null },
    { id: 'connect_number' as const, done: progress?.connected ?? false },
    { id: 'receive_message' as const, done: progress?.received ?? false },
    { id: 'send_message' as const, done: progress?.sent ?? false },
    { id: 'invite_team' as const, done: progress?.invited ?? false },
  ]
  return { steps, done: steps.every((step) => step.done) }
}
