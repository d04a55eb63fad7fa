import { type AutocompleteProps, TextInput } from '@mantine/core'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { timeText } from '#web/lib/i18n/time-text.ts'
import { readable } from './read-only.tsx'

export type TimeFieldProps = Pick<
  AutocompleteProps,
  'label' | 'aria-label' | 'error' | 'size' | 'w' | 'disabled' | 'readOnly' | 'onBlur' | 'onKeyDown' | 'comboboxProps'
> & {
  /** `HH:mm`, or empty. */
  value?: string
  /** Gets the time as soon as what is typed is one, and nothing before. */
  onChange?: (time: string) => void
}

const TimeInput = lazy(async () => ({ default: (await import('./time-input.tsx')).TimeInput }))

const Time = (props: TimeFieldProps) => {
  const { i18n } = useTranslation()
  const { value = '', onChange: _, comboboxProps: _combobox, ...rest } = props
  return (
    <Suspense fallback={<TextInput {...rest} readOnly value={timeText(value, i18n.language)} />}>
      <TimeInput {...props} />
    </Suspense>
  )
}

/** A time of day: typed in any usual way or chosen from the half hours, and shown as the person reads times. */
export const TimeField = readable<TimeFieldProps>(Time, ({ value = '' }) =>
  timeText(value, useTranslation().i18n.language),
)
