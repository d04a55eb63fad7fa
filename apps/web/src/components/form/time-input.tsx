import { Autocomplete } from '@mantine/core'
import { type FocusEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { halfHours, timeIn, timeText } from '#web/lib/i18n/time-text.ts'
import type { TimeFieldProps } from './time-field.tsx'

/** The field of a time of day with its half hours. */
export const TimeInput = ({ value = '', onChange, onBlur, error, comboboxProps, ...rest }: TimeFieldProps) => {
  const { t, i18n } = useTranslation('validation')
  const write = (time: string) => timeText(time, i18n.language)
  const [text, setText] = useState(() => write(value))
  const [known, setKnown] = useState(value)
  const [isLeft, setLeft] = useState(true)
  if (value !== known) {
    setKnown(value)
    if (value !== (timeIn(text) ?? '')) setText(write(value))
  }
  const change = (next: string) => {
    setText(next)
    setLeft(false)
    const time = timeIn(next) ?? ''
    setKnown(time)
    if (time !== value) onChange?.(time)
  }
  const leave = (event: FocusEvent<HTMLInputElement>) => {
    const time = timeIn(text)
    if (time) setText(write(time))
    setLeft(true)
    onBlur?.(event)
  }
  const isWrong = isLeft && text !== '' && timeIn(text) === null
  return (
    <Autocomplete
      {...rest}
      data={halfHours(value).map(write)}
      filter={({ options }) => options}
      withScrollArea={false}
      styles={{ options: { maxHeight: 220, overflowY: 'auto' } }}
      comboboxProps={{ width: 130, position: 'bottom-start', ...comboboxProps }}
      autoComplete="off"
      value={text}
      error={isWrong ? t('time', { example: write('17:30') }) : error}
      onChange={change}
      onBlur={leave}
    />
  )
}
