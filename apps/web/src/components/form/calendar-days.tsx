import '@mantine/dates/styles.css'
import 'dayjs/locale/pt-br'
import { DatesProvider } from '@mantine/dates'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { weekdays } from '#web/lib/i18n/dates.ts'

/** Calendars inside speak the reader's language and begin with their first day of the week. */
export const CalendarDays = ({ children }: { children: ReactNode }) => {
  const { i18n } = useTranslation()
  const locale = i18n.language.startsWith('pt') ? 'pt-br' : 'en'
  const [firstDayOfWeek] = weekdays()
  return (
    <DatesProvider settings={{ locale, weekendDays: [], firstDayOfWeek: firstDayOfWeek as 0 | 1 | 2 | 3 | 4 | 5 | 6 }}>
      {children}
    </DatesProvider>
  )
}

const steps = ['previousMonth', 'nextMonth', 'previousYear', 'nextYear', 'previousDecade', 'nextDecade'] as const

/** What every calendar has: names for its arrows, short weekdays, and no days of other months. */
export const useCalendarProps = () => {
  const { t } = useTranslation()
  const ariaLabels = Object.fromEntries(steps.map((step) => [step, t(`calendar.${step}`)]))
  return { ariaLabels, hideOutsideDates: true, weekdayFormat: 'ddd' } as const
}
