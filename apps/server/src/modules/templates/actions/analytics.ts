import type { Ctx } from '#server/context.ts'
import { AppError } from '#server/http/app-error.ts'
import { asAppError } from '#server/lib/whatsapp-cloud/provider-error.ts'
import { clientOf, loadAccount } from '../accounts.ts'
import { findTemplateAccount, noteInsights } from '../queries/accounts.ts'
import { type DayRow, listDays, upsertDays } from '../queries/stats.ts'
import { dayOf } from './list.ts'
import { loadTemplate } from './read.ts'

const DAY_MS = 86_400_000
const DAYS = 90

type Point = {
  template_id: string
  start: number
  sent?: number
  delivered?: number
  read?: number
  clicked?: { count?: number }[]
}
type Answer = { data?: { data_points?: Point[] }[] }

const since = (ctx: Ctx) => new Date(ctx.now().getTime() - DAYS * DAY_MS)

/** What Meta counted of a template over the last 90 days, as far as it was read. */
export const readAnalytics = async (ctx: Ctx, id: string) => {
  const row = await loadTemplate(ctx, id)
  const account = await findTemplateAccount(ctx, row.waAccountId)
  const found = await listDays(ctx, row.companyId, id, dayOf(since(ctx)))
  const days = found.map(({ day, sent, delivered, read, clicked }) => ({ day, sent, delivered, read, clicked }))
  const total = days.reduce(
    (sum, one) => ({
      sent: sum.sent + one.sent,
      delivered: sum.delivered + one.delivered,
      read: sum.read + one.read,
      clicked: sum.clicked + one.clicked,
    }),
    { sent: 0, delivered: 0, read: 0, clicked: 0 },
  )
  return { enabled: Boolean(account?.insightsAt), total, days }
}

const rowOf = (companyId: string, templateId: string, point: Point): DayRow => ({
  companyId,
  templateId,
  day: dayOf(new Date(point.start * 1000)),
  sent: point.sent ?? 0,
  delivered: point.delivered ?? 0,
  read: point.read ?? 0,
  clicked: (point.clicked ?? []).reduce((sum, { count }) => sum + (count ?? 0), 0),
})

/**
 * Has Meta count the account's templates, which cannot be undone there, and reads what it counted of one. Throws
 * `not_found`, `state_invalid` for what Meta has never seen, `provider_error`, `channel_not_sendable`.
 */
export const refreshAnalytics = async (ctx: Ctx, id: string): Promise<{ days: number }> => {
  const row = await loadTemplate(ctx, id)
  if (!row.metaId) throw new AppError('state_invalid', { data: { status: row.status } })
  const account = await loadAccount(ctx, row.companyId, row.waAccountId)
  const client = clientOf(ctx, account)
  const waba = encodeURIComponent(account.wabaId)
  const known = await findTemplateAccount(ctx, account.id)
  const seconds = (at: Date) => String(Math.floor(at.getTime() / DAY_MS) * 86_400)
  const query = new URLSearchParams({
    start: seconds(since(ctx)),
    end: seconds(new Date(ctx.now().getTime() + DAY_MS)),
    granularity: 'DAILY',
    template_ids: JSON.stringify([row.metaId]),
    metric_types: JSON.stringify(['SENT', 'DELIVERED', 'READ', 'CLICKED']),
  })
  try {
    if (!known?.insightsAt) await client.post(`/${waba}?is_enabled_for_insights=true`)
    await noteInsights(ctx, row.companyId, account.id)
    const answer = await client.get<Answer>(`/${waba}/template_analytics?${query}`)
    const points = (answer.data ?? []).flatMap(({ data_points: list = [] }) => list)
    const days = points.filter(({ template_id: of }) => String(of) === row.metaId)
    await upsertDays(ctx, [...new Map(days.map((point) => [point.start, rowOf(row.companyId, id, point)])).values()])
    return { days: days.length }
  } catch (error) {
    throw asAppError(error)
  }
}
