import { lazy } from 'react'
import { useTranslation } from 'react-i18next'
import { LazyOnVisible } from '../page/lazy-on-visible.tsx'

const TimeDrawing = lazy(async () => ({ default: (await import('./chart-drawings.tsx')).TimeDrawing }))
const RankDrawing = lazy(async () => ({ default: (await import('./chart-drawings.tsx')).RankDrawing }))

/** Of a chart along time, with its legend. */
export const chartHeight = 300

const colors = { first: 'petrol.7', second: 'clay.3', failed: 'red.7' } as const
const before = 'before'

/** What is counted: its key in the points, its name, and its colour. */
export type ChartSeries<Kind extends string> = readonly { kind: Kind; label: string; tone: keyof typeof colors }[]

type TimeProps<Kind extends string> = {
  /** Days or hours: how each is called, and its counts. */
  points: readonly ({ label: string } & Record<Kind, number>)[]
  series: ChartSeries<Kind>
  /** What the bars are compared with, one value for each point. */
  line?: { label: string; values: readonly number[] } | undefined
}

/** Bars along time, with what they are compared with as a line. Who does not see them needs the same as a table. */
export const TimeChart = <Kind extends string>({ points, series, line }: TimeProps<Kind>) => {
  const { i18n } = useTranslation()
  const number = new Intl.NumberFormat(i18n.language === 'pt' ? 'pt-BR' : 'en')
  return (
    <LazyOnVisible height={chartHeight}>
      <TimeDrawing
        height={chartHeight}
        data={points.map((point, index) => ({ ...point, ...(line ? { [before]: line.values[index] ?? 0 } : {}) }))}
        series={[
          ...series.map(({ kind, label, tone }) => ({ name: kind, label, color: colors[tone], type: 'bar' as const })),
          ...(line ? [{ name: before, label: line.label, color: 'gray.6', type: 'line' as const }] : []),
        ]}
        format={(value) => number.format(value)}
      />
    </LazyOnVisible>
  )
}

type RankProps = {
  /** What the bars measure. */
  label: string
  bars: readonly { label: string; value: number }[]
  format: (value: number) => string
}

/** Bars across, one for each thing, with its value behind. Who does not see them needs the same as a table. */
export const RankChart = ({ label, bars, format }: RankProps) => {
  const height = Math.max(120, bars.length * 56)
  return (
    <LazyOnVisible height={height}>
      <RankDrawing height={height} data={bars.map((bar) => ({ ...bar }))} label={label} format={format} />
    </LazyOnVisible>
  )
}
