import { type CalendarEntry, calendarLimits, type getCampaignCalendar } from '@recado/contracts/campaigns/calendar'
import type { CampaignFilter } from '@recado/contracts/campaigns/campaigns'
import type { z } from 'zod'
import type { CompanyCtx } from '#server/context.ts'
import { fromWallClock, knownTimezone } from '#server/lib/zone.ts'
import { occurrencesAfter } from '../occurrences.ts'
import { type DatedRow, listDated, listPlanned, listSeries, type Span } from '../queries/calendar.ts'
import { startOf } from '../start.ts'

const DAY_MS = 86_400_000

const spanOf = (from: string, to: string, timezone: string): Span => {
  const midnight = (day: string, later = 0) =>
    fromWallClock(new Date(Date.parse(`${day}T00:00:00Z`) + later), knownTimezone(timezone))
  return { from: midnight(from), to: midnight(to, DAY_MS) }
}

const latest = (first: Date, ...others: (Date | null)[]): Date =>
  new Date(Math.max(first.getTime(), ...others.map((date) => date?.getTime() ?? 0)))

const endOf = ({ startedAt, finishedAt, finishEstimate }: DatedRow, start: Date, now: Date): Date =>
  finishedAt ? latest(start, finishedAt) : latest(start, finishEstimate, startedAt && now)

const entryOf = (row: DatedRow, startsAt: Date, endsAt: Date, series = false): CalendarEntry => ({
  ...{ campaignId: row.id, name: row.name, state: row.state, pauseReason: row.pauseReason, series },
  ...{ startsAt: startsAt.toISOString(), endsAt: endsAt.toISOString() },
})

const comingOf = (row: DatedRow, { from, to }: Span, now: Date): CalendarEntry[] => {
  const { start } = row.schedule
  if (start.kind !== 'recurring') return []
  const after = latest(now, new Date(from.getTime() - 1))
  return occurrencesAfter(start, after, calendarLimits.days)
    .filter((at) => at < to)
    .map((at) => entryOf(row, at, at, true))
}

const findEntries = async (ctx: CompanyCtx, filter: CampaignFilter, span: Span): Promise<CalendarEntry[]> => {
  const limit = calendarLimits.entries + 1
  const now = ctx.now()
  const dated = await listDated(ctx, filter, span, limit)
  const drafts = await listPlanned(ctx, filter, span, limit)
  const series = span.to > now ? await listSeries(ctx, filter, limit) : []
  return [
    ...dated.map((row) => {
      const start = row.startedAt ?? row.startsAt ?? now
      return entryOf(row, start, endOf(row, start, now))
    }),
    ...drafts
      .map((row) => ({ row, start: startOf(row.schedule.start, now) }))
      .filter(({ start }) => start >= span.from && start < span.to)
      .map(({ row, start }) => entryOf(row, start, start)),
    ...series.flatMap((row) => comingOf(row, span, now)),
  ]
}

/** Campaigns of some days of the company's calendar, first to last, with the coming times of series. */
export const readCalendar = async (
  ctx: CompanyCtx,
  { from, to, ...filter }: z.output<typeof getCampaignCalendar.query>,
): Promise<z.input<typeof getCampaignCalendar.response>> => {
  const { timezone } = ctx.company
  const found = await findEntries(ctx, filter, spanOf(from, to, timezone))
  const sorted = found.sort((a, b) => a.startsAt.localeCompare(b.startsAt) || a.campaignId.localeCompare(b.campaignId))
  return {
    timezone: knownTimezone(timezone),
    data: sorted.slice(0, calendarLimits.entries),
    more: sorted.length > calendarLimits.entries,
  }
}
