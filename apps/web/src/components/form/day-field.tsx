import { type MantineSize, TextInput, type TextInputProps } from '@mantine/core'
import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { dayText } from '#web/lib/i18n/day-text.ts'
import { lazyCode } from '../page/lazy-component.tsx'
import { readable } from './read-only.tsx'

export type DayFieldProps = Pick<
  TextInputProps,
  | 'label'
  | 'aria-label'
  | 'description'
  | 'inputWrapperOrder'
  | 'error'
  | 'required'
  | 'name'
  | 'readOnly'
  | 'onBlur'
  | 'flex'
  | 'miw'
  | 'w'
> & {
  size?: MantineSize
  /** `YYYY-MM-DD`, or empty. */
  value: string
  onChange: (day: string) => void
  /** It is in a popover, which a calendar outside of it would close. */
  within?: boolean
  'data-autofocus'?: boolean
}

const DayInput = lazyCode(async () => (await import('./day-input.tsx')).DayInput)

const Day = (props: DayFieldProps) => {
  const { i18n } = useTranslation()
  const { value, onChange: _, within: _within, ...rest } = props
  return (
    <Suspense fallback={<TextInput {...rest} readOnly value={value ? dayText(value, i18n.language) : ''} />}>
      <DayInput {...props} />
    </Suspense>
  )
}

/** A day: typed in digits in the reader's order, or chosen from a calendar. */
export const DayField = readable<DayFieldProps>(Day, ({ value }) => dayText(value, useTranslation().i18n.language))
