import { Table, VisuallyHidden } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { type ChartSeries, TimeChart } from './charts.tsx'

/** `day` is a calendar day, e.g. `2026-11-21`. */
type Point<Kind extends string> = { day: string } & Record<Kind, number>
type Props<Kind extends string> = { title: string; points: readonly Point<Kind>[]; series: ChartSeries<Kind> }

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
export const DayChart = <Kind extends string>({ title, points, series }: Props<Kind>) => {
  const { i18n } = useTranslation()
  const language = i18n.language === 'pt' ? 'pt-BR' : 'en'
  const format = new Intl.DateTimeFormat(language, { day: 'numeric', month: 'short', timeZone: 'UTC' })
  return (
    <>
      <div aria-hidden="true">
        <TimeChart
          points={points.map((point) => ({ ...point, label: format.format(new Date(`${point.day}T00:00:00Z`)) }))}
          series={series}
        />
      </div>
      <DataForReaders title={title} points={points} series={series} />
    </>
  )
}
