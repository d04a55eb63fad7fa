import type { DashboardPeriod, SeriesKind } from '@recado/contracts/dashboard'
import type { UserCtx } from '#server/context.ts'
import { remembered } from './cache.ts'
import { findLabels, findPeriods, type Unit } from './queries/calendar.ts'
import * as metrics from './queries/metrics.ts'
import type { DashboardCtx, Scope, Span } from './queries/summary.ts'
import * as queries from './queries/summary.ts'

const figures = async (ctx: DashboardCtx, scope: Scope, span: Span) => {
  const [conversations, messages, newContacts, { average }, optOuts] = await Promise.all([
    queries.countConversations(ctx, scope, span),
    queries.countMessages(ctx, scope, span),
    queries.countNewContacts(ctx, scope, span),
    queries.averageScore(ctx, scope, span),
    queries.countOptOuts(ctx, scope, span),
  ])
  const seconds = (value: number | null) => (value === null ? null : Number(value))
  return {
    resolved: conversations.resolved,
    firstResponseMedianSeconds: seconds(conversations.median),
    resolutionMedianSeconds: seconds(conversations.resolution),
    csatAverage: average === null ? null : Number(average),
    optOuts,
    messagesIn: messages.incoming,
    messagesOut: messages.outgoing,
    failed: messages.failed,
    newContacts,
  }
}

const summarisePeriods = async (ctx: DashboardCtx, period: DashboardPeriod) => {
  const { current, previous } = await findPeriods(ctx, period)
  const [currentFigures, previousFigures, failures] = await Promise.all([
    figures(ctx, period, current),
    figures(ctx, period, previous),
    queries.countFailures(ctx, period, current),
  ])
  return { current: currentFigures, previous: previousFigures, failures }
}

/** What stands now, and the figures of a period of the company's calendar and of the one before. */
export const summarise = async (ctx: DashboardCtx, period: DashboardPeriod) => {
  const [now, happened] = await Promise.all([
    queries.countNow(ctx, period),
    remembered(ctx, { ...period, what: 'summary' }, () => summarisePeriods(ctx, period)),
  ])
  return { now, ...happened }
}

const nothing: Record<SeriesKind, number> = { in: 0, out: 0, failed: 0, created: 0, resolved: 0 }

const pointsOf = async (ctx: DashboardCtx, scope: Scope, span: Span, unit: Unit) => {
  const [names, messages, conversations] = await Promise.all([
    findLabels(ctx, span, unit),
    metrics.seriesOfMessages(ctx, scope, span, unit),
    metrics.seriesOfConversations(ctx, scope, span, unit),
  ])
  const points = new Map(names.map((at) => [at, { at, ...nothing }]))
  for (const row of [...messages, ...conversations]) Object.assign(points.get(row.at) ?? {}, row)
  return [...points.values()]
}

/** Points of the charts; an hour or day in which nothing happened is there with zeros. */
export const readSeries = (ctx: DashboardCtx, period: DashboardPeriod) =>
  remembered(ctx, { ...period, what: 'series' }, async () => {
    const { current, previous, unit } = await findPeriods(ctx, period)
    const [points, before] = await Promise.all([
      pointsOf(ctx, period, current, unit),
      pointsOf(ctx, period, previous, unit),
    ])
    return { timezone: ctx.company.timezone, unit, points, previous: before }
  })

/** When customers write, by weekday and hour. */
export const readHeat = (ctx: DashboardCtx, period: DashboardPeriod) =>
  remembered(ctx, { ...period, what: 'heat' }, async () => {
    const { current } = await findPeriods(ctx, period)
    return { timezone: ctx.company.timezone, cells: await metrics.heatOf(ctx, period, current) }
  })

/** What the messages of the period cost. */
export const readSpend = (ctx: DashboardCtx, period: DashboardPeriod) =>
  remembered(ctx, { ...period, what: 'spend' }, async () => {
    const { current } = await findPeriods(ctx, period)
    return { categories: await metrics.spendOf(ctx, period, current) }
  })

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
