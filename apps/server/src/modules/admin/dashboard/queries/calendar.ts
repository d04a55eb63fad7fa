import type { DashboardPeriod } from '@recado/contracts/admin/dashboard'
import { sql } from 'drizzle-orm'
import type { DashboardCtx, Span } from './scope.ts'

export type Unit = 'hour' | 'day'
/** A period and the one of as many days before it, in the company's calendar. */
export type Periods = { current: Span; previous: Span; unit: Unit; days: { period: Days; before: Days } }
/** First and last day, as `2026-11-21`. */
type Days = { from: string; to: string }

/** Both periods: one ends where the other begins. */
export const wholeOf = ({ previous, current }: Periods): Span => ({ from: previous.from, to: current.to })

/** How an instant is named at each unit, in PostgreSQL's letters. */
export const labels = { hour: 'YYYY-MM-DD"T"HH24:00', day: 'YYYY-MM-DD' } as const

type Row = { days: number; before: string; start: string; end: string } & Record<(typeof edges)[number], string>
const edges = ['first', 'last', 'firstBefore', 'lastBefore'] as const

/** The instants at which the days of a period begin and end, whatever the clocks do in it. */
export const findPeriods = async (ctx: DashboardCtx, period: DashboardPeriod): Promise<Periods> => {
  const zone = ctx.company.timezone
  const result = await ctx.db.execute<Row>(sql`
    with today as (select (${ctx.now()}::timestamptz at time zone ${zone})::date as day),
      bounds as (select coalesce(${period.to ?? null}::date, day) as last,
        coalesce(${period.from ?? null}::date, day - ${period.days - 1}::int) as first from today)
    select last - first + 1 as days,
      ((first - (last - first + 1))::timestamp at time zone ${zone})::text as before,
      (first::timestamp at time zone ${zone})::text as start,
      ((last + 1)::timestamp at time zone ${zone})::text as end,
      first::text as first, last::text as last, (first - (last - first + 1))::text as "firstBefore",
      (first - 1)::text as "lastBefore"
    from bounds`)
  const row = result.rows[0]
  if (!row) throw new Error('A period always has bounds')
  const [before, start, end] = [new Date(row.before), new Date(row.start), new Date(row.end)]
  return {
    previous: { from: before, to: start },
    current: { from: start, to: end },
    unit: row.days === 1 ? 'hour' : 'day',
    days: { period: { from: row.first, to: row.last }, before: { from: row.firstBefore, to: row.lastBefore } },
  }
}

/** The names of all hours or days of a span, in order. An hour that the clocks repeat is one. */
export const findLabels = async (ctx: DashboardCtx, { from, to }: Span, unit: Unit): Promise<string[]> => {
  const zone = ctx.company.timezone
  const result = await ctx.db.execute<{ at: string }>(sql`
    select distinct to_char(t at time zone ${zone}, ${labels[unit]}) as at
    from generate_series(${from}::timestamptz, ${to}::timestamptz - interval '1 minute', interval '1 hour') as t
    order by 1`)
  return result.rows.map((row) => row.at)
}
