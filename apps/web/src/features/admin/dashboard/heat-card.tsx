import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { ChartCard } from '#web/components/chart/chart-card.tsx'
import { HeatChart } from '#web/components/chart/heat-chart.tsx'
import { weekdays } from '#web/lib/i18n/dates.ts'
import { heatQuery } from './api.ts'
import { type Days, logLink } from './links.ts'
import type { DashboardSearch } from './periods.ts'

const hours = Array.from({ length: 24 }, (_, hour) => hour)
/** Of the table: its weekdays and the line of hours (pixels). */
const tableHeight = 229
/** A Sunday, from which the names of weekdays are derived. */
const sunday = Date.UTC(2026, 0, 4)

/** When customers write, by weekday and hour of the company's clock. */
export const HeatCard = ({ search, days }: { search: DashboardSearch; days: Days | undefined }) => {
  const { t, i18n } = useTranslation('admin/dashboard')
  const query = useQuery(heatQuery(search))
  const counts = new Map(query.data?.cells.map((cell) => [cell.weekday * 24 + cell.hour, cell.count]))
  const countOf = (weekday: number, hour: number) => counts.get(weekday * 24 + hour) ?? 0
  const name = (weekday: number, length: 'short' | 'long') =>
    new Intl.DateTimeFormat(i18n.language, { weekday: length, timeZone: 'UTC' }).format(sunday + weekday * 86_400_000)
  const rows = weekdays().map((key) => ({ key, short: name(key, 'short'), long: name(key, 'long') }))
  return (
    <ChartCard
      title={t('heat.title')}
      explanation={t('heat.explanation')}
      query={query}
      empty={counts.size === 0}
      file="hours"
      rows={{
        head: [t('heat.weekday'), ...hours.map(String)],
        body: rows.map(({ key, long }) => [long, ...hours.map((hour) => countOf(key, hour))]),
      }}
      height={tableHeight}
    >
      {days ? (
        <HeatChart
          label={t('heat.title')}
          rowsLabel={t('heat.weekday')}
          rows={rows}
          columns={hours}
          countOf={countOf}
          linkOf={(weekday, hour) => logLink(search, days, { direction: 'in', weekday, hour })}
          textOf={({ long }, hour, count) => t('heat.cell', { weekday: long, hour, count })}
        />
      ) : null}
    </ChartCard>
  )
}
