import { ActionIcon, Button, Group, Paper, SegmentedControl, Text, Title } from '@mantine/core'
import { IconCalendarEvent, IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '#web/components/feedback/empty-state.tsx'
import { RetryState } from '#web/components/feedback/retry-state.tsx'
import { weekdays } from '#web/lib/i18n/dates.ts'
import { wallText } from '#web/lib/i18n/wall-time.ts'
import { useSignedIn } from '#web/lib/session/session.ts'
import { useMedia } from '#web/lib/ui/use-media.ts'
import { type CampaignSearch, filterOf } from '../search.ts'
import { calendarQuery } from './api.ts'
import classes from './calendar.module.css'
import { CalendarAgenda } from './calendar-agenda.tsx'
import { CalendarGrid } from './calendar-grid.tsx'
import { addDays, addMonths, daysOfMonth, entriesByDay, weekOf, weeksOfMonth } from './days.ts'
import { useDayNames } from './use-day-names.ts'

type Props = {
  search: CampaignSearch
  onSearch: (next: CampaignSearch) => void
  /** What begins a campaign. */
  begin: ReactNode
  onClearFilters: () => void
}

type Shown = { view: 'month' | 'week'; day: string; weeks: string[][]; days: string[] }

const shownOf = ({ view, day }: { view: 'month' | 'week'; day: string }, phone: boolean): Shown => {
  const [firstDay = 0] = weekdays()
  const weeks = view === 'week' ? [weekOf(day, firstDay)] : weeksOfMonth(day, firstDay)
  return { view, day, weeks, days: phone ? daysOfMonth(day) : weeks.flat() }
}

const Steps = ({ shown, today, onDay }: { shown: Shown; today: string; onDay: (day: string) => void }) => {
  const { t } = useTranslation('campaigns/calendar')
  const { view, day } = shown
  const step = (by: 1 | -1) => onDay(view === 'week' ? addDays(day, 7 * by) : addMonths(day, by))
  return (
    <Group gap={6} wrap="nowrap">
      <ActionIcon variant="default" size={30} aria-label={t(`previous.${view}`)} onClick={() => step(-1)}>
        <IconChevronLeft size={17} />
      </ActionIcon>
      <Button variant="default" size="compact-sm" h={30} onClick={() => onDay(today)}>
        {t('today')}
      </Button>
      <ActionIcon variant="default" size={30} aria-label={t(`next.${view}`)} onClick={() => step(1)}>
        <IconChevronRight size={17} />
      </ActionIcon>
    </Group>
  )
}

/** A month or a week of campaigns; on a phone the days of the month on which there is something. */
export const CampaignCalendar = ({ search, onSearch, begin, onClearFilters }: Props) => {
  const { t } = useTranslation('campaigns/calendar')
  const names = useDayNames()
  const phone = useMedia('(max-width: 48em)')
  const timezone = useSignedIn().user.currentCompany?.timezone ?? 'UTC'
  const today = wallText(Date.now(), timezone).slice(0, 10)
  const shown = shownOf({ view: phone ? 'month' : (search.view ?? 'month'), day: search.day ?? today }, phone)
  const { view, day, weeks, days } = shown
  const filter = filterOf(search)
  const { data, error, isFetching, refetch } = useQuery(calendarQuery(filter, days[0] ?? day, days.at(-1) ?? day))
  const { tab: _, from: _from, to: _to, ...narrowing } = filter
  const filtered = Object.keys(narrowing).length > 0
  const title = view === 'week' ? names.span(days[0] ?? day, days.at(-1) ?? day) : names.month(day)
  const byDay = entriesByDay(data?.data ?? [], days, timezone)
  const show = (part: Pick<CampaignSearch, 'view' | 'day'>) => onSearch({ ...search, ...part })

  const body = () => {
    if (error && !data) return <RetryState error={error} onRetry={refetch} />
    if (data?.data.length === 0 && filtered) return <EmptyState kind="noMatch" onClear={onClearFilters} />
    if (data?.data.length === 0)
      return (
        <EmptyState icon={IconCalendarEvent} title={t(`empty.${view}`)} description={t('empty.text')} action={begin} />
      )
    if (phone) return <CalendarAgenda byDay={byDay} today={today} timezone={timezone} />
    return (
      <CalendarGrid
        label={title}
        month={view === 'week' ? null : day.slice(0, 7)}
        weekSearch={(one) => ({ ...search, view: 'week', day: one })}
        {...{ weeks, today, timezone, byDay }}
      />
    )
  }

  return (
    <>
      <Group justify="space-between" gap="sm" mb="sm">
        <Group gap="sm">
          <Steps shown={shown} today={today} onDay={(next) => show({ day: next })} />
          <Title order={2} size="h4" aria-live="polite" className={classes.title ?? ''}>
            {title}
          </Title>
        </Group>
        {phone ? null : (
          <SegmentedControl
            size="xs"
            aria-label={t('period')}
            value={view}
            data={[
              { value: 'month', label: t('month') },
              { value: 'week', label: t('week') },
            ]}
            onChange={(next) => show({ view: next === 'week' ? 'week' : 'month' })}
          />
        )}
      </Group>
      {data?.more ? (
        <Text size="sm" c="dimmed" mb="sm">
          {t('tooMany')}
        </Text>
      ) : null}
      <Paper
        component="section"
        withBorder
        aria-label={t('label')}
        aria-busy={isFetching}
        className={classes.paper ?? ''}
      >
        {body()}
      </Paper>
      <Text size="xs" c="dimmed" mt="xs">
        {t('zone', { zone: timezone.replaceAll('_', ' ') })}
      </Text>
    </>
  )
}
