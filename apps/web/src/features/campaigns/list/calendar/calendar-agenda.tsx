import { Text, Title } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import classes from './calendar.module.css'
import { CalendarEntryLink } from './calendar-entry.tsx'
import type { DayEntry } from './days.ts'
import { useDayNames } from './use-day-names.ts'

type Props = { byDay: ReadonlyMap<string, readonly DayEntry[]>; today: string; timezone: string }

/** The days on which there is something, below each other. */
export const CalendarAgenda = ({ byDay, today, timezone }: Props) => {
  const { t } = useTranslation('campaigns/calendar')
  const names = useDayNames()
  return (
    <ol className={classes.agenda}>
      {[...byDay]
        .filter(([, entries]) => entries.length > 0)
        .map(([day, entries]) => (
          <li key={day}>
            <Title order={3} size="sm" className={classes.agendaDay ?? ''}>
              <time dateTime={day}>{names.full(day)}</time>
              {day === today ? (
                <Text span size="xs" c="dimmed" ml="xs">
                  {t('today')}
                </Text>
              ) : null}
            </Title>
            <ul className={classes.entries}>
              {entries.map((entry) => (
                <li key={`${entry.campaignId} ${entry.startsAt}`}>
                  <CalendarEntryLink entry={entry} timezone={timezone} roomy />
                </li>
              ))}
            </ul>
          </li>
        ))}
    </ol>
  )
}
