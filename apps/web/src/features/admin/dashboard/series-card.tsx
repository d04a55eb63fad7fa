import type { SeriesKind } from '@recado/contracts/admin/dashboard'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { ChartCard } from '#web/components/chart/chart-card.tsx'
import { daysOfBar, inBars, useSpanNames } from '#web/components/chart/days.ts'
import type { ListLink } from '#web/components/chart/marks.ts'
import { TimeChart } from '#web/components/chart/time-chart.tsx'
import { type Series, seriesQuery } from './api.ts'
import { type Days, eventLink, logLink } from './links.ts'
import type { DashboardSearch } from './periods.ts'

const tones = { in: 'first', out: 'second', failed: 'bad', created: 'first', resolved: 'good' } as const

const shown = {
  volume: { kinds: ['in', 'out', 'failed'], compared: 'in' },
  conversations: { kinds: ['created', 'resolved'], compared: 'created' },
} as const
type Chart = keyof typeof shown

const seriesKinds = ['in', 'out', 'failed', 'created', 'resolved'] as const satisfies readonly SeriesKind[]
type Point = Series['points'][number]
type Bar = { counts: ReadonlyMap<SeriesKind, number>; days: Days; hour: number | null }

/** The points to draw, with several days merged into one. */
export const barsOf = ({ unit }: Pick<Series, 'unit'>, points: readonly Point[]): Bar[] =>
  inBars(points, unit === 'hour' ? 1 : daysOfBar(points.length)).map((part) => {
    const [first, last] = [part[0]?.at ?? '', part.at(-1)?.at ?? '']
    return {
      counts: new Map(seriesKinds.map((kind) => [kind, part.reduce((sum, point) => sum + point[kind], 0)])),
      days: { from: first.slice(0, 10), to: last.slice(0, 10) },
      hour: unit === 'hour' ? Number(first.slice(11, 13)) : null,
    }
  })

/** The list that a bar is made of. */
export const linkOfBar = (search: DashboardSearch, kind: SeriesKind, bar: Bar | undefined): ListLink | undefined => {
  if (!bar) return undefined
  const { days, hour } = bar
  const when = { ...days, ...(hour === null ? {} : { hour }) }
  if (kind === 'created' || kind === 'resolved') return eventLink(search, kind, when)
  if (kind === 'in') return logLink(search, days, { ...when, direction: 'in' })
  return logLink(search, days, { ...when, direction: 'out', ...(kind === 'failed' ? { status: 'failed' } : {}) })
}

const unitOf = ({ unit, points }: Series) => (unit === 'hour' ? 'hour' : (`day${daysOfBar(points.length)}` as const))

/** A series of counts over the period. */
export const SeriesCard = ({ chart, search }: { chart: Chart; search: DashboardSearch }) => {
  const { t } = useTranslation('admin/dashboard')
  const query = useQuery(seriesQuery(search))
  const nameOf = useSpanNames()
  const { data } = query
  const { compared } = shown[chart]
  const kinds: readonly SeriesKind[] = shown[chart].kinds
  const bars = data ? barsOf(data, data.points) : []
  const before = data && search.compare ? barsOf(data, data.previous) : undefined
  const beforeLabel = t(`${chart}.before`)
  const title = t(`${chart}.per.${data ? unitOf(data) : 'day1'}`)
  return (
    <ChartCard
      title={title}
      explanation={t(`${chart}.explanation`)}
      query={query}
      empty={bars.every(({ counts }) => kinds.every((kind) => counts.get(kind) === 0))}
      file={chart}
      rows={{
        head: [
          t(data?.unit === 'hour' ? 'chart.hour' : 'chart.day'),
          ...kinds.map((kind) => t(`series.${kind}`)),
          ...(before ? [beforeLabel] : []),
        ],
        body: (data?.points ?? []).map((point, index) => [
          point.at,
          ...kinds.map((kind) => point[kind]),
          ...(before ? [data?.previous[index]?.[compared] ?? 0] : []),
        ]),
      }}
    >
      <TimeChart
        label={title}
        points={bars.map(({ counts, days, hour }) => ({
          counts,
          ...(hour === null ? nameOf(days.from, days.to) : { label: `${hour}:00`, short: `${hour}:00` }),
        }))}
        series={kinds.map((kind) => ({ kind, label: t(`series.${kind}`), tone: tones[kind] }))}
        line={
          before
            ? { label: beforeLabel, values: bars.map((_, index) => before[index]?.counts.get(compared) ?? 0) }
            : undefined
        }
        linkOf={(index, kind) => linkOfBar(search, kind, bars[index])}
      />
    </ChartCard>
  )
}
