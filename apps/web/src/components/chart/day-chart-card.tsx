import { useTranslation } from 'react-i18next'
import { ChartCard } from './chart-card.tsx'
import { daysOfBar, inBars, useSpanNames } from './days.ts'
import { type ChartSeries, TimeChart } from './time-chart.tsx'

type Props<Kind extends string> = {
  title: string
  query: { data: unknown; error: unknown; refetch: () => unknown }
  /** `day` is a calendar day, e.g. `2026-11-21`; one after the other. */
  points: readonly ({ day: string } & Record<Kind, number>)[]
  series: ChartSeries<Kind>
  /** Name of the file, without its ending. */
  file: string
}

/** Daily counts that no list shows, as bars and as a table for screen readers. */
export const DayChartCard = <Kind extends string>({ title, query, points, series, file }: Props<Kind>) => {
  const { t } = useTranslation('charts')
  const nameOf = useSpanNames()
  const bars = inBars(points, daysOfBar(points.length)).map((days) => {
    const counts = series.map(({ kind }) => [kind, days.reduce((sum, day) => sum + day[kind], 0)] as const)
    const names = nameOf(days[0]?.day ?? '', days.at(-1)?.day ?? '')
    return { ...names, counts: new Map<Kind, number>(counts) }
  })
  return (
    <ChartCard
      title={title}
      query={query}
      empty={points.every((point) => series.every(({ kind }) => point[kind] === 0))}
      file={file}
      rows={{
        head: [t('day'), ...series.map(({ label }) => label)],
        body: points.map((point) => [point.day, ...series.map(({ kind }) => point[kind])]),
      }}
      readable={false}
    >
      <TimeChart label={title} points={bars} series={series} />
    </ChartCard>
  )
}
