import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './chart.module.css'
import { type ListLink, useMarks } from './marks.ts'
import { ticksUpTo } from './scale.ts'

/** Height of a time chart with its legend, in pixels. */
export const chartHeight = 276

/** A series: its key in the points, its name, and whether a higher count is good, bad, or neither. */
export type ChartSeries<Kind extends string> = readonly {
  kind: Kind
  label: string
  tone: 'first' | 'second' | 'good' | 'bad'
}[]

type Props<Kind extends string> = {
  label: string
  /** Hours, days or weeks: the full name, the axis label and the counts of each. */
  points: readonly { label: string; short: string; counts: ReadonlyMap<Kind, number> }[]
  series: ChartSeries<Kind>
  /** The comparison line, one value for each point. */
  line?: { label: string; values: readonly number[] } | undefined
  /** The list that a bar counts. Bars without a list need an equivalent table. */
  linkOf?: (index: number, kind: Kind) => ListLink | undefined
}

/** The approximate number of axis labels. */
const NAMED = 8
/** Above this number of columns the chart is drawn dense. */
const MANY = 14
/** Minimum width of a bar, so that it can be clicked, in pixels. */
const LEAST_WIDTH = 4

const Legend = <Kind extends string>({ series, line }: Pick<Props<Kind>, 'series' | 'line'>) => (
  <ul className={classes.legend}>
    {series.map(({ kind, label, tone }) => (
      <li key={kind}>
        <i data-tone={tone} aria-hidden="true" />
        {label}
      </li>
    ))}
    {line ? (
      <li>
        <i data-line aria-hidden="true" />
        {line.label}
      </li>
    ) : null}
  </ul>
)

type LineProps = { values: readonly number[]; top: number }

const Line = ({ values, top }: LineProps) => (
  <svg className={classes.line} viewBox={`0 0 ${values.length} 100`} preserveAspectRatio="none" aria-hidden="true">
    <polyline
      points={values.map((value, index) => `${index + 0.5},${100 - (value / top) * 100}`).join(' ')}
      vectorEffect="non-scaling-stroke"
    />
  </svg>
)

/** The counts of a point, above its column while that is hovered or focused. */
const Tip = <Kind extends string>({ at, points, series, line }: Props<Kind> & { at: number }) => {
  const { i18n } = useTranslation('charts')
  const number = new Intl.NumberFormat(i18n.language)
  const point = points[at]
  if (!point) return null
  const part = (at + 0.5) / points.length
  return (
    <div
      className={classes.tip}
      style={{ left: `${part * 100}%`, transform: `translateX(-${Math.round(part * 100)}%)` }}
      aria-hidden="true"
      data-outside-picture
    >
      <b>{point.label}</b>
      {series.map(({ kind, label, tone }) => (
        <span key={kind}>
          <i data-tone={tone} />
          {label} <b>{number.format(point.counts.get(kind) ?? 0)}</b>
        </span>
      ))}
      {line ? (
        <span>
          <i data-line />
          {line.label} <b>{number.format(line.values[at] ?? 0)}</b>
        </span>
      ) : null}
    </div>
  )
}

type BarProps<Kind extends string> = {
  props: Props<Kind>
  x: number
  y: number
  top: number
  mark: ReturnType<typeof useMarks>
}

/** A count of zero draws no bar but keeps its space. */
const Bar = <Kind extends string>({ props: { points, series, linkOf }, x, y, top, mark }: BarProps<Kind>) => {
  const { t, i18n } = useTranslation('charts')
  const [point, one] = [points[x], series[y]]
  const value = (one && point?.counts.get(one.kind)) ?? 0
  if (!point || !one || value === 0) return <span className={classes.mark} />
  const bar = (
    <span className={classes.bar} data-tone={one.tone} style={{ height: `max(2px, ${(value / top) * 100}%)` }} />
  )
  const link = linkOf?.(x, one.kind)
  if (!link) return <span className={classes.mark}>{bar}</span>
  const { href, ...rest } = mark(`${x} ${y}`, { x, y }, link)
  const number = new Intl.NumberFormat(i18n.language).format(value)
  return (
    <a
      href={href}
      className={classes.mark}
      aria-label={t('mark', { point: point.label, series: one.label, value: number })}
      {...rest}
    >
      {bar}
    </a>
  )
}

const Axis = ({ ticks, top }: { ticks: readonly number[]; top: number }) => {
  const { i18n } = useTranslation()
  const number = new Intl.NumberFormat(i18n.language)
  return (
    <div className={classes.axis} aria-hidden="true">
      {ticks.map((tick) => (
        <span key={tick} style={{ bottom: `${(tick / top) * 100}%` }}>
          {number.format(tick)}
        </span>
      ))}
    </div>
  )
}

const columnAt = (target: EventTarget): number | null => {
  const column = target instanceof Element ? target.closest<HTMLElement>('[data-column]') : null
  return column ? Number(column.dataset['column']) : null
}

const Plot = <Kind extends string>({
  props,
  ticks,
  top,
}: {
  props: Props<Kind>
  ticks: readonly number[]
  top: number
}) => {
  const { label, points, series, line } = props
  const { t } = useTranslation('charts')
  const [over, setOver] = useState<number | null>(null)
  const last = points.findLastIndex(({ counts }) => series.some(({ kind }) => (counts.get(kind) ?? 0) > 0))
  const first = series.findIndex(({ kind }) => (points[last]?.counts.get(kind) ?? 0) > 0)
  const mark = useMarks(`${last} ${first}`)
  return (
    // biome-ignore lint/a11y/useSemanticElements: a group of links is no field set
    <div
      className={classes.plot}
      role="group"
      aria-label={t('marks', { title: label })}
      data-marks
      onPointerOver={(event) => setOver(columnAt(event.target))}
      onPointerLeave={() => setOver(null)}
      onFocus={(event) => setOver(columnAt(event.target))}
      onBlur={() => setOver(null)}
    >
      {ticks.map((tick) => (
        <i key={tick} className={classes.grid} style={{ bottom: `${(tick / top) * 100}%` }} aria-hidden="true" />
      ))}
      {points.map((point, x) => (
        <div
          key={point.label}
          className={classes.column}
          data-many={points.length > MANY || undefined}
          data-column={x}
          data-over={x === over || undefined}
        >
          {series.map(({ kind }, y) => (
            <Bar key={kind} {...{ props, x, y, top, mark }} />
          ))}
        </div>
      ))}
      {line ? <Line values={line.values} top={top} /> : null}
      {over === null ? null : <Tip {...props} at={over} />}
    </div>
  )
}

/** Bars over time, each a link to what it counts, with the comparison as a line. */
export const TimeChart = <Kind extends string>(given: Props<Kind>) => {
  const { points, line, linkOf } = given
  // Series that are zero throughout get no space beside the others.
  const series = given.series.filter(({ kind }) => points.some(({ counts }) => (counts.get(kind) ?? 0) > 0))
  const props = { ...given, series }
  const scroller = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // The newest points are scrolled into view first.
    scroller.current?.scrollTo({ left: scroller.current.scrollWidth })
  }, [])
  const values = points.flatMap(({ counts }) => series.map(({ kind }) => counts.get(kind) ?? 0))
  const ticks = ticksUpTo(Math.max(0, ...values, ...(line?.values ?? [])))
  const top = ticks.at(-1) ?? 1
  const every = Math.ceil(points.length / NAMED)
  return (
    <div>
      <Legend series={given.series} line={line} />
      <div ref={scroller} className={classes.scroll}>
        <div className={classes.frame} style={{ minWidth: linkOf ? points.length * series.length * LEAST_WIDTH : 0 }}>
          <Axis ticks={ticks} top={top} />
          <Plot props={props} ticks={ticks} top={top} />
          <div className={classes.names} aria-hidden="true">
            {points.map((point, index) => (
              <span key={point.label} data-odd={(index / every) % 2 === 1 || undefined}>
                {index % every === 0 ? <span>{point.short}</span> : null}
              </span>
            ))}
          </div>
        </div>
      </div>
    </div>
  )
}
