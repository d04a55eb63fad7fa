import { Group } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { DayField, type DayFieldProps } from './day-field.tsx'
import { TimeField } from './time-field.tsx'

type Props = Pick<
  DayFieldProps,
  'label' | 'description' | 'error' | 'required' | 'size' | 'name' | 'within' | 'readOnly' | 'onBlur' | 'data-autofocus'
> & {
  /** What a calendar and a clock show, `YYYY-MM-DDTHH:mm`; empty while one of the two is missing. */
  value: string
  onChange: (moment: string) => void
}

const join = (day: string, time: string): string => (day && time ? `${day}T${time}` : '')

/** A day and, beside it, a time of that day: nine in the morning until another is set. */
export const MomentField = ({ value, onChange, ...field }: Props) => {
  const { t } = useTranslation('common')
  const [{ day, time }, setParts] = useState({ day: '', time: '' })
  if (value !== '' && value !== join(day, time)) {
    const [nextDay = '', nextTime = ''] = value.split('T')
    setParts({ day: nextDay, time: nextTime.slice(0, 5) })
  }
  const change = (nextDay: string, nextTime: string) => {
    setParts({ day: nextDay, time: nextTime })
    const next = join(nextDay, nextTime)
    if (next !== value) onChange(next)
  }
  const {
    name: _name,
    label: _label,
    description: _description,
    'data-autofocus': _autofocus,
    error,
    within = false,
    ...shared
  } = field
  return (
    <Group gap="xs" wrap="nowrap" align="flex-start">
      <DayField
        {...field}
        // A description above it would put the two inputs at different heights.
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        flex={1}
        miw={0}
        value={day}
        onChange={(next) => change(next, time || '09:00')}
      />
      <TimeField
        w={112}
        label={t('form.time')}
        error={error ? true : null}
        comboboxProps={{ withinPortal: !within }}
        {...shared}
        value={time}
        onChange={(next) => change(day, next)}
      />
    </Group>
  )
}
