import { Input, PinInput } from '@mantine/core'
import { type FocusEventHandler, useId } from 'react'

const LENGTH = 6

type Props = {
  label: string
  value?: string
  onChange: (value: string) => void
  onBlur?: FocusEventHandler<HTMLDivElement>
  /** Where the form finds it, to move the focus there. */
  'data-path'?: string
  error?: string | null
  /** Whether an existing PIN is entered, which is masked against onlookers. */
  mask?: boolean
  autoFocus?: boolean
}

/** Whether all six digits are there. */
export const isWholePin = (pin: string): boolean => pin.length === LENGTH

/** The six digits that protect a number at Meta. */
export const PinField = (props: Props) => {
  const { label, value = '', onChange, onBlur, error, mask = false, autoFocus = false, 'data-path': path } = props
  const id = useId()
  const errorId = useId()
  // The wrapper would give the boxes what it has for one field: the same id to all of them.
  const box = {
    withAria: false,
    'aria-invalid': Boolean(error) || undefined,
    'aria-describedby': error ? errorId : undefined,
  }
  const first = { 'data-path': path, 'data-autofocus': autoFocus || undefined }
  return (
    <Input.Wrapper label={label} labelElement="div" labelProps={{ id }} error={error} errorProps={{ id: errorId }}>
      <PinInput
        mt={4}
        name="pin"
        length={LENGTH}
        type="number"
        mask={mask}
        value={value}
        onChange={onChange}
        onBlur={onBlur}
        error={Boolean(error)}
        ariaLabel={label}
        aria-labelledby={id}
        oneTimeCode={false}
        getInputProps={(index) => ({ ...(index === 0 ? first : {}), ...box })}
      />
    </Input.Wrapper>
  )
}
