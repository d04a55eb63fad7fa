import { DateInput } from '@mantine/dates'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { dayIn, dayText } from '#web/lib/i18n/day-text.ts'
import { CalendarDays, useCalendarProps } from './calendar-days.tsx'
import type { DayFieldProps } from './day-field.tsx'

/** The field of a day with its calendar. */
export const DayInput = ({ value, onChange, within = false, ...rest }: DayFieldProps) => {
  const { i18n } = useTranslation()
  const { language } = i18n
  const field = useRef<HTMLInputElement>(null)
  const calendar = useCalendarProps()
  const isFirst = rest['data-autofocus'] === true
  // What moves the focus into a dialog looked for this field before its code came.
  useEffect(() => {
    if (isFirst) field.current?.focus()
  }, [isFirst])
  return (
    <CalendarDays>
      <DateInput
        {...calendar}
        {...rest}
        ref={field}
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
