import { VisuallyHidden } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { weekdays } from '#web/lib/i18n/dates.ts'
import { heatQuery } from './api.ts'
import { ChartCard } from './chart-card.tsx'
import classes from './dashboard.module.css'
import type { DashboardSearch } from './periods.ts'

const hours = Array.from({ length: 24 }, (_, hour) => hour)
/** Of the table: its weekdays and the line of hours (pixels). */
const tableHeight = 229
/** A Sunday, to name the weekdays after. */
const sunday = Date.UTC(2026, 0, 4)

/** The colour of an hour, by its part of the busiest one. */
const toneOf = (part: number) =>
  `color-mix(in srgb, var(--mantine-color-petrol-6) ${Math.round(part * 100)}%, var(--mantine-color-default-hover))`

/** When customers write, by weekday and hour of the company's clock. */
export const HeatCard = ({ search }: { search: DashboardSearch }) => {
  const { t, i18n } = useTranslation('admin/dashboard')
  const query = useQuery(heatQuery(search))
  const counts = new Map(query.data?.cells.map((cell) => [cell.weekday * 24 + cell.hour, cell.count]))
  const countOf = (weekday: number, hour: number) => counts.get(weekday * 24 + hour) ?? 0
  const top = Math.max(1, ...counts.values())
  const name = (weekday: number, length: 'short' | 'long') =>
    new Intl.DateTimeFormat(i18n.language, { weekday: length, timeZone: 'UTC' }).format(sunday + weekday * 86_400_000)
  return (
    <ChartCard
      title={t('heat.title')}
      explanation={t('heat.explanation')}
      aside={query.data ? t('heat.timezone', { timezone: query.data.timezone.replaceAll('_', ' ') }) : undefined}
      query={query}
      empty={counts.size === 0}
      file="hours"
      rows={{
        head: [t('heat.weekday'), ...hours.map(String)],
        body: weekdays().map((weekday) => [name(weekday, 'long'), ...hours.map((hour) => countOf(weekday, hour))]),
      }}
      readable
      height={tableHeight}
    >
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard */}
      <section className={classes.heatScroll} tabIndex={0} aria-label={t('heat.hours')}>
        <table className={classes.heat}>
          <thead>
            <tr>
              <th scope="col">
                <VisuallyHidden>{t('heat.weekday')}</VisuallyHidden>
              </th>
              {hours.map((hour) => (
                <th key={hour} scope="col">
                  {hour}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {weekdays().map((weekday) => (
              <tr key={weekday}>
                <th scope="row">{name(weekday, 'short')}</th>
                {hours.map((hour) => (
                  <td
                    key={hour}
                    title={t('heat.cell', { weekday: name(weekday, 'long'), hour, count: countOf(weekday, hour) })}
                    style={{ background: toneOf(countOf(weekday, hour) / top) }}
                  >
                    <span>{countOf(weekday, hour)}</span>
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </ChartCard>
  )
}
