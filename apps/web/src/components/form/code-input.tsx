import { TextInput } from '@mantine/core'
import { type ReactNode, useEffect, useRef } from 'react'
import { flushSync } from 'react-dom'
import classes from './code-input.module.css'

const LENGTH = 6

type Props = {
  label: string
  description?: ReactNode
  value: string
  onChange: (value: string) => void
  /** What is wrong with the code that was given. */
  error?: ReactNode
  busy: boolean
  /** Whether a recovery code may stand in its place. */
  recovery?: boolean
  /** Whether the form is submitted automatically once the six digits are there. */
  sends?: boolean
  autoFocus?: boolean
}

const isWhole = (value: string) => /^\d{6}$/.test(value.replace(/\s/g, ''))

/**
 * Six digits that someone was sent or reads in an app, in a form that goes automatically each time they are complete. A
 * wrong code stays there to be typed over, with the focus in it.
 */
export const CodeInput = ({ value, onChange, error, busy, recovery, sends = true, autoFocus, ...field }: Props) => {
  const ref = useRef<HTMLInputElement>(null)
  const wrong = Boolean(error) && !busy
  useEffect(() => {
    if (!wrong) return
    ref.current?.focus()
    ref.current?.select()
  }, [wrong])
  const type = (input: HTMLInputElement) => {
    const typed = recovery ? input.value : input.value.replace(/\D/g, '').slice(0, LENGTH)
    flushSync(() => onChange(typed))
    if (sends && !busy && isWhole(typed)) input.form?.requestSubmit()
  }
  return (
    <TextInput
      {...field}
      ref={ref}
      name="code"
      size="md"
      value={value}
      onChange={({ currentTarget }) => type(currentTarget)}
      error={error}
      errorProps={{ role: 'alert' }}
      readOnly={busy}
      autoComplete="one-time-code"
      inputMode={recovery ? 'text' : 'numeric'}
      maxLength={recovery ? 40 : undefined}
      autoFocus={autoFocus}
      classNames={{ input: classes.code ?? '' }}
    />
  )
}
