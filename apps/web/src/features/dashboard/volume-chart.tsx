import { Group, Text, Tooltip } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useTranslation } from 'react-i18next'
import { topOf } from '../../lib/figures.ts'
import type { Series } from './api.ts'
import classes from './volume-chart.module.css'

const kinds = ['in', 'out', 'failed'] as const
const gridSteps = 4

type Point = Series['points'][number]

const Legend = () => {
  const { t } = useTranslation('dashboard')
  return (
    <Group gap="md" justify="flex-end" mb="sm">
      {kinds.map((kind) => (
        <Group key={kind} gap={6}>
          <span className={classes.dot} data-kind={kind} />
          <Text size="sm">{t(`volume.${kind}`)}</Text>
        </Group>
      ))}
    </Group>
  )
}

const Day = ({ point, top, label }: { point: Point; top: number; label: string }) => {
  const { t } = useTranslation('dashboard')
  const content = (
    <>
      <Text size="sm" fw={600}>
        {label}
      </Text>
      {kinds.map((kind) => (
        <Text key={kind} size="xs">
          {t(`volume.${kind}`)}: {point[kind]}
        </Text>
      ))}
    </>
  )
  return (
    <Tooltip label={content} openDelay={0}>
      <div className={classes.day}>
        {kinds.map((kind) =>
          point[kind] === 0 ? null : (
            <span
              key={kind}
              className={classes.bar}
              data-kind={kind}
              style={{ height: `${(point[kind] / top) * 100}%` }}
            />
          ),
        )}
      </div>
    </Tooltip>
  )
}

/** Bars per day. What they say stands as a table beside, for those who do not see them. */
export const VolumeChart = ({ points }: { points: Series['points'] }) => {
  const { i18n } = useTranslation()
  const phone = useMediaQuery('(max-width: 48em)') ?? false
  const language = i18n.language === 'pt' ? 'pt-BR' : 'en'
  const format = new Intl.DateTimeFormat(language, { day: 'numeric', month: 'short', timeZone: 'UTC' })
  const number = new Intl.NumberFormat(language)
  const labelOf = (point: Point) => format.format(new Date(`${point.day}T00:00:00Z`))
  const top = topOf(Math.max(...points.flatMap((point) => kinds.map((kind) => point[kind]))), gridSteps)
  const every = Math.ceil(points.length / (phone ? 4 : 10))
  const steps = Array.from({ length: gridSteps + 1 }, (_, index) => (top / gridSteps) * (gridSteps - index))
  return (
    <>
      <Legend />
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
            <Day key={point.day} point={point} top={top} label={labelOf(point)} />
          ))}
        </div>
        <div className={classes.labels}>
          {points.map((point, index) => (
            <span key={point.day}>{(points.length - 1 - index) % every === 0 ? labelOf(point) : ''}</span>
          ))}
        </div>
      </div>
    </>
  )
}
