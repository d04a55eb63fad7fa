import { Input, PinInput } from '@mantine/core'
import { useId } from 'react'

const LENGTH = 6

type Props = {
  label: string
  value?: string
  onChange: (value: string) => void
  error?: string | null
  /** Whether an existing PIN is entered, which is masked against onlookers. */
  mask?: boolean
  autoFocus?: boolean
}

/** Whether all six digits are there. */
export const isWholePin = (pin: string): boolean => pin.length === LENGTH

/** The six digits that protect a number at Meta. */
export const PinField = ({ label, value = '', onChange, error, mask = false, autoFocus = false }: Props) => {
  const id = useId()
  return (
    <Input.Wrapper label={label} labelElement="div" labelProps={{ id }} error={error}>
      <PinInput
        mt={4}
        name="pin"
        length={LENGTH}
        type="number"
        mask={mask}
        value={value}
        onChange={onChange}
        error={Boolean(error)}
        ariaLabel={label}
        aria-labelledby={id}
        oneTimeCode={false}
        {...(autoFocus ? { 'data-autofocus': true } : {})}
      />
    </Input.Wrapper>
  )
}
