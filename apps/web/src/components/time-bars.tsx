import { Group, Text, Tooltip } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { topOf } from '../lib/figures.ts'
import classes from './time-bars.module.css'

const gridSteps = 4

type Tone = 'first' | 'second' | 'failed'
/** What is counted: its key in the points, its name, and its colour. */
export type BarSeries<Kind extends string> = readonly { kind: Kind; label: string; tone: Tone }[]

/** A day or an hour: what tells it apart, how it is called, and its counts. */
export type BarPoint<Kind extends string> = { at: string; label: string } & Record<Kind, number>

/** What the bars are compared with, one value for each point. */
type Line = { label: string; values: readonly number[] }

type Props<Kind extends string> = {
  points: readonly BarPoint<Kind>[]
  series: BarSeries<Kind>
  line?: Line | undefined
}

const Legend = ({ entries }: { entries: readonly { label: string; tone: Tone | 'before' }[] }) => (
  <Group gap="md" justify="flex-end" mb="sm">
    {entries.map(({ label, tone }) => (
      <Group key={label} gap={6}>
        <span className={classes.dot} data-tone={tone} />
        <Text size="sm">{label}</Text>
      </Group>
    ))}
  </Group>
)

const useNumber = () => {
  const { i18n } = useTranslation()
  const format = new Intl.NumberFormat(i18n.language === 'pt' ? 'pt-BR' : 'en')
  return (value: number) => format.format(value)
}

const Counts = <Kind extends string>({ points, series, line, index }: Props<Kind> & { index: number }) => {
  const number = useNumber()
  const point = points[index]
  return (
    <>
      <Text size="sm" fw={600}>
        {point?.label}
      </Text>
      {series.map(({ kind, label }) => (
        <Text key={kind} size="xs">
          {label}: {number(point?.[kind] ?? 0)}
        </Text>
      ))}
      {line ? (
        <Text size="xs">
          {line.label}: {number(line.values[index] ?? 0)}
        </Text>
      ) : null}
    </>
  )
}

const LineAcross = ({ values, top }: { values: readonly number[]; top: number }) => (
  <svg className={classes.line} viewBox={`0 0 ${values.length} ${top}`} preserveAspectRatio="none" aria-hidden="true">
    <polyline
      points={values.map((value, index) => `${index + 0.5},${top - value}`).join(' ')}
      vectorEffect="non-scaling-stroke"
    />
  </svg>
)

const Plot = <Kind extends string>({ points, series, line, top }: Props<Kind> & { top: number }) => {
  const [pointed, setPointed] = useState(0)
  return (
    <Tooltip.Floating label={<Counts points={points} series={series} line={line} index={pointed} />}>
      <div className={classes.plot}>
        <div className={classes.grid}>
          {Array.from({ length: gridSteps + 1 }, (_, step) => (top / gridSteps) * step).map((value) => (
            <span key={value} />
          ))}
        </div>
        {points.map((point, index) => (
          <div key={point.at} className={classes.slot} onPointerEnter={() => setPointed(index)}>
            {series.map(({ kind, tone }) =>
              point[kind] === 0 ? null : (
                <span
                  key={kind}
                  className={classes.bar}
                  data-tone={tone}
                  style={{ height: `${(point[kind] / top) * 100}%` }}
                />
              ),
            )}
          </div>
        ))}
        {line ? <LineAcross values={line.values} top={top} /> : null}
      </div>
    </Tooltip.Floating>
  )
}

/** Bars along time, with what they are compared with as a line. Who does not see them needs the same as a table. */
export const TimeBars = <Kind extends string>({ points, series, line }: Props<Kind>) => {
  const phone = useMediaQuery('(max-width: 48em)') ?? false
  const number = useNumber()
  const counts = points.flatMap((point) => series.map(({ kind }) => point[kind]))
  const top = topOf(Math.max(0, ...counts, ...(line?.values ?? [])), gridSteps)
  const every = Math.ceil(points.length / (phone ? 3 : 10))
  const steps = Array.from({ length: gridSteps + 1 }, (_, index) => (top / gridSteps) * (gridSteps - index))
  return (
    <>
      <Legend entries={[...series, ...(line ? [{ label: line.label, tone: 'before' as const }] : [])]} />
      <div className={classes.chart}>
        <div className={classes.scale}>
          {steps.map((value) => (
            <span key={value}>{number(value)}</span>
          ))}
        </div>
        <Plot points={points} series={series} line={line} top={top} />
        <div className={classes.labels}>
          {points.map(({ at, label }, index) => (
            <span key={at}>{(points.length - 1 - index) % every === 0 ? label : ''}</span>
          ))}
        </div>
      </div>
    </>
  )
}
