import { Group, Table, Text, Tooltip, VisuallyHidden } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useTranslation } from 'react-i18next'
import { topOf } from '../lib/figures.ts'
import classes from './day-chart.module.css'

const gridSteps = 4

/** `day` is a calendar day, e.g. `2026-11-21`. */
type Point<Kind extends string> = { day: string } & Record<Kind, number>
type Tone = 'first' | 'second' | 'failed'
/** What is counted: its key in the points, its name, and its colour. */
export type DaySeries<Kind extends string> = readonly { kind: Kind; label: string; tone: Tone }[]
type Props<Kind extends string> = { title: string; points: readonly Point<Kind>[]; series: DaySeries<Kind> }

const Legend = <Kind extends string>({ series }: { series: DaySeries<Kind> }) => (
  <Group gap="md" justify="flex-end" mb="sm">
    {series.map(({ kind, label, tone }) => (
      <Group key={kind} gap={6}>
        <span className={classes.dot} data-tone={tone} />
        <Text size="sm">{label}</Text>
      </Group>
    ))}
  </Group>
)

type DayProps<Kind extends string> = { point: Point<Kind>; series: DaySeries<Kind>; top: number; label: string }

const Day = <Kind extends string>({ point, series, top, label }: DayProps<Kind>) => {
  const content = (
    <>
      <Text size="sm" fw={600}>
        {label}
      </Text>
      {series.map(({ kind, label: name }) => (
        <Text key={kind} size="xs">
          {name}: {point[kind]}
        </Text>
      ))}
    </>
  )
  return (
    <Tooltip label={content} openDelay={0}>
      <div className={classes.day}>
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
    </Tooltip>
  )
}

const Bars = <Kind extends string>({ points, series }: Omit<Props<Kind>, 'title'>) => {
  const { i18n } = useTranslation()
  const phone = useMediaQuery('(max-width: 48em)') ?? false
  const language = i18n.language === 'pt' ? 'pt-BR' : 'en'
  const format = new Intl.DateTimeFormat(language, { day: 'numeric', month: 'short', timeZone: 'UTC' })
  const number = new Intl.NumberFormat(language)
  const labelOf = (day: string) => format.format(new Date(`${day}T00:00:00Z`))
  const top = topOf(Math.max(...points.flatMap((point) => series.map(({ kind }) => point[kind]))), gridSteps)
  const every = Math.ceil(points.length / (phone ? 4 : 10))
  const steps = Array.from({ length: gridSteps + 1 }, (_, index) => (top / gridSteps) * (gridSteps - index))
  return (
    <>
      <Legend series={series} />
      <div className={classes.chart}>
        <div className={classes.scale}>
          {steps.map((value) => (
            <span key={value}>{number.format(value)}</span>
          ))}
        </div>
        <div className={classes.plot}>
          <div className={classes.grid}>
            {steps.map((value) => (
              <span key={value} />
            ))}
          </div>
          {points.map((point) => (
            <Day key={point.day} point={point} series={series} top={top} label={labelOf(point.day)} />
          ))}
        </div>
        <div className={classes.labels}>
          {points.map(({ day }, index) => (
            <span key={day}>{(points.length - 1 - index) % every === 0 ? labelOf(day) : ''}</span>
          ))}
        </div>
      </div>
    </>
  )
}

const DataForReaders = <Kind extends string>({ title, points, series }: Props<Kind>) => {
  const { t } = useTranslation()
  return (
    <VisuallyHidden>
      <Table>
        <Table.Caption>{title}</Table.Caption>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('day')}</Table.Th>
            {series.map(({ kind, label }) => (
              <Table.Th key={kind}>{label}</Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {points.map((point) => (
            <Table.Tr key={point.day}>
              <Table.Th>{point.day}</Table.Th>
              {series.map(({ kind }) => (
                <Table.Td key={kind}>{point[kind]}</Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </VisuallyHidden>
  )
}

/** Bars per day; for those who do not see them the same as a table. */
export const DayChart = <Kind extends string>(props: Props<Kind>) => (
  <>
    <div aria-hidden="true">
      <Bars points={props.points} series={props.series} />
    </div>
    <DataForReaders {...props} />
  </>
)
