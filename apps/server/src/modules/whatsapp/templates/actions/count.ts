import type { Ctx } from '#server/context.ts'
import type { GraphClient } from '#server/lib/whatsapp-cloud/client.ts'
import { announceTemplates, clientOf, loadAccount } from '../accounts.ts'
import { findTemplateAccount, noteCount, noteInsights } from '../queries/accounts.ts'
import { countOwnMessages } from '../queries/counts.ts'
import { type DayRow, upsertDays } from '../queries/stats.ts'
import { type AccountKey, listAccountTemplates, type TemplateRow } from '../queries/templates.ts'
import { dayOf } from './list.ts'

const DAY_MS = 86_400_000
/** As far back as Meta tells. */
const DAYS = 90
/** A message may be delivered and read days after it was sent, so these are counted again. */
const LATE_DAYS = 3
/** Days that one statement counts, so that none takes long. */
const SLICE_DAYS = 7
/** Meta counts up to ten templates at a time (whatsapp-cloud-api reference, analytics). */
const AT_ONCE = 10

type Point = {
  template_id: string
  start: number
  sent?: number
  delivered?: number
  read?: number
  clicked?: { count?: number }[]
}
type Answer = { data?: { data_points?: Point[] }[] }
type Counted = Pick<TemplateRow, 'id' | 'companyId' | 'metaId'>

const startOfDay = (at: Date) => new Date(Math.floor(at.getTime() / DAY_MS) * DAY_MS)
const daysBefore = (at: Date, days: number) => startOfDay(new Date(at.getTime() - days * DAY_MS))

const rowOf = ({ companyId, id }: Counted, point: Point): DayRow => ({
  companyId,
  templateId: id,
  day: dayOf(new Date(point.start * 1000)),
  sent: point.sent ?? 0,
  delivered: point.delivered ?? 0,
  read: point.read ?? 0,
  clicked: (point.clicked ?? []).reduce((sum, { count }) => sum + (count ?? 0), 0),
})

type Period = { since: Date; now: Date }

const askMeta = async (client: GraphClient, wabaId: string, rows: readonly Counted[], { since, now }: Period) => {
  const seconds = (at: Date) => String(at.getTime() / 1000)
  const query = new URLSearchParams({
    start: seconds(since),
    end: seconds(new Date(startOfDay(now).getTime() + DAY_MS)),
    granularity: 'DAILY',
    template_ids: JSON.stringify(rows.map(({ metaId }) => metaId)),
    metric_types: JSON.stringify(['SENT', 'DELIVERED', 'READ', 'CLICKED']),
  })
  const answer = await client.get<Answer>(`/${encodeURIComponent(wabaId)}/template_analytics?${query}`)
  const points = (answer.data ?? []).flatMap(({ data_points: list = [] }) => list)
  const found = points.flatMap((point) => {
    const row = rows.find(({ metaId }) => metaId === String(point.template_id))
    return row ? [rowOf(row, point)] : []
  })
  return [...new Map(found.map((row) => [`${row.templateId} ${row.day}`, row])).values()]
}

type Wish = { enable?: boolean; only?: readonly Counted[] }

/** What Meta counted, where it counts or is told to now; answers how many days of templates it knew of. */
const pull = async (ctx: Ctx, { companyId, accountId }: AccountKey, since: Date, { enable, only }: Wish) => {
  const known = await findTemplateAccount(ctx, accountId)
  if (!known?.insightsAt && !enable) return 0
  const account = await loadAccount(ctx, companyId, accountId)
  if (!account.token && !enable) return 0
  const client = clientOf(ctx, account)
  if (!known?.insightsAt) {
    await client.post(`/${encodeURIComponent(account.wabaId)}?is_enabled_for_insights=true`)
    await noteInsights(ctx, companyId, accountId)
  }
  const rows = (only ?? (await listAccountTemplates(ctx, companyId, accountId))).filter(({ metaId }) => metaId !== null)
  let days = 0
  for (let from = 0; from < rows.length; from += AT_ONCE) {
    const found = await askMeta(client, account.wabaId, rows.slice(from, from + AT_ONCE), { since, now: ctx.now() })
    await upsertDays(ctx, found)
    days += found.length
  }
  return days
}

/**
 * Counts an account's templates by day: our own messages since the last time, and what Meta counted where it does.
 * Safe to run twice. `enable` has Meta count from now on; `only` asks Meta about some templates. Answers the days that
 * Meta knew of. Throws Meta's errors, and `not_found` or `channel_not_sendable` for an account that cannot be asked.
 */
export const countAccount = async (
  ctx: Ctx,
  companyId: string,
  accountId: string,
  wish: Wish = {},
): Promise<number> => {
  const key = { companyId, accountId }
  const known = await findTemplateAccount(ctx, accountId)
  const whole = daysBefore(ctx.now(), DAYS)
  const since = known?.countedAt ? daysBefore(known.countedAt, LATE_DAYS) : whole
  const end = ctx.now().getTime() + 1
  for (let from = since.getTime(); from < end; from += SLICE_DAYS * DAY_MS)
    await countOwnMessages(ctx, key, new Date(from), new Date(from + SLICE_DAYS * DAY_MS))
  await noteCount(ctx, companyId, accountId)
  const days = await pull(ctx, key, wish.only ? whole : since, wish)
  announceTemplates(ctx, companyId, accountId)
  return days
}
