import { DateInput } from '@mantine/dates'
import { useTranslation } from 'react-i18next'
import { dayIn, dayText } from '#web/lib/i18n/day-text.ts'
import { CalendarDays } from './calendar-days.tsx'
import type { DayFieldProps } from './day-field.tsx'

/** The field of a day with its calendar. */
export const DayInput = ({ value, onChange, within = false, ...rest }: DayFieldProps) => {
  const { i18n } = useTranslation()
  const { language } = i18n
  return (
    <CalendarDays>
      <DateInput
        {...rest}
        value={value || null}
        onChange={(day) => onChange(day ?? '')}
        allowDeselect
        valueFormat={(day) => dayText(day, language)}
        dateParser={(text) => dayIn(text, language, new Date().getFullYear())}
        popoverProps={{ withinPortal: !within }}
      />
    </CalendarDays>
  )
}
