import type { CompanyCtx, UserCtx } from '#server/context.ts'
import * as queries from './queries.ts'

type DashboardCtx = CompanyCtx & UserCtx

const periods = async (ctx: DashboardCtx, days: number) => {
  const bounds = await queries.dayBounds(ctx, days * 2)
  const at = (index: number) => bounds[index]?.start ?? ctx.now()
  return {
    previous: { from: at(0), to: at(days) },
    current: { from: at(days), to: at(days * 2) },
    days: bounds.slice(days, days * 2).map((bound) => bound.day),
  }
}

const figures = async (ctx: DashboardCtx, span: queries.Span) => {
  const [conversations, messages, newContacts, { average }, optOuts] = await Promise.all([
    queries.countConversations(ctx, span),
    queries.countMessages(ctx, span),
    queries.countNewContacts(ctx, span),
    queries.averageScore(ctx, span),
    queries.countOptOuts(ctx, span),
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

/** The figures of the dashboard for the last `days` days of the company's calendar, and for as many before. */
export const summarise = async (ctx: DashboardCtx, days: number) => {
  const { current, previous } = await periods(ctx, days)
  const [now, currentFigures, previousFigures, failures] = await Promise.all([
    queries.countNow(ctx),
    figures(ctx, current),
    figures(ctx, previous),
    queries.countFailures(ctx, current),
  ])
  return { now, current: currentFigures, previous: previousFigures, failures }
}

/** Messages per day; a day without any is there with zeros. */
export const messagesByDay = async (ctx: DashboardCtx, days: number) => {
  const { current, days: names } = await periods(ctx, days)
  const byDay = new Map((await queries.countByDay(ctx, current)).map((row) => [row.day, row]))
  const points = names.map((day) => {
    const row = byDay.get(day)
    return { day, in: row?.incoming ?? 0, out: row?.outgoing ?? 0, failed: row?.failed ?? 0 }
  })
  return { timezone: ctx.company.timezone, points }
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
