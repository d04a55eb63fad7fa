import { VisuallyHidden } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { CampaignSearch } from '../search.ts'
import classes from './calendar.module.css'
import { CalendarEntryLink } from './calendar-entry.tsx'
import type { DayEntry } from './days.ts'
import { useDayNames } from './use-day-names.ts'

type Props = {
  label: string
  weeks: readonly (readonly string[])[]
  /** The month that is shown, `YYYY-MM`; null for a week alone, which shows everything. */
  month: string | null
  today: string
  timezone: string
  byDay: ReadonlyMap<string, readonly DayEntry[]>
  /** The address of the week of a day. */
  weekSearch: (day: string) => CampaignSearch
}

const MOST_SHOWN = 3

type DayProps = Pick<Props, 'month' | 'today' | 'timezone' | 'weekSearch'> & {
  day: string
  entries: readonly DayEntry[]
}

const Day = ({ day, entries, month, today, timezone, weekSearch }: DayProps) => {
  const { t } = useTranslation('campaigns/calendar')
  const names = useDayNames()
  const isWhole = month === null || entries.length <= MOST_SHOWN + 1
  const shown = isWhole ? entries : entries.slice(0, MOST_SHOWN)
  return (
    <td
      className={classes.day}
      data-outside={(month !== null && !day.startsWith(month)) || undefined}
      data-today={day === today || undefined}
    >
      <time dateTime={day} className={classes.date}>
        <span aria-hidden>{Number(day.slice(8))}</span>
        <VisuallyHidden>{day === today ? t('todayIs', { day: names.full(day) }) : names.full(day)}</VisuallyHidden>
      </time>
      {entries.length > 0 ? (
        <ul className={classes.entries}>
          {shown.map((entry) => (
            <li key={`${entry.campaignId} ${entry.startsAt}`}>
              <CalendarEntryLink entry={entry} timezone={timezone} roomy={month === null} />
            </li>
          ))}
          {isWhole ? null : (
            <li>
              <Link
                to="/company/campaigns"
                search={weekSearch(day)}
                className={classes.more}
                aria-label={t('moreOn', { count: entries.length - MOST_SHOWN, day: names.full(day) })}
              >
                {t('more', { count: entries.length - MOST_SHOWN })}
              </Link>
            </li>
          )}
        </ul>
      ) : null}
    </td>
  )
}

/** A month or a week as a table of its days. */
export const CalendarGrid = ({ label, weeks, byDay, ...rest }: Props) => {
  const names = useDayNames()
  return (
    <table className={classes.grid} aria-label={label} data-week={rest.month === null || undefined}>
      <thead>
        <tr>
          {weeks[0]?.map((day) => (
            <th key={day} scope="col">
              <span aria-hidden>{names.weekday(day)}</span>
              <VisuallyHidden>{names.longWeekday(day)}</VisuallyHidden>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeks.map((week) => (
          <tr key={week[0]}>
            {week.map((day) => (
              <Day key={day} day={day} entries={byDay.get(day) ?? []} {...rest} />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
