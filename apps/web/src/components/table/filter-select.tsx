import { Select, type SelectProps } from '@mantine/core'

type Props = Omit<SelectProps, 'label' | 'placeholder' | 'value' | 'clearable'> & {
  /** Names the field for screen readers. */
  label: string
  /** What the field says while it filters nothing. */
  any: string
  value: string | null | undefined
}

/** One choice that a list is filtered by; emptied, it filters nothing. */
export const FilterSelect = ({ label, any, value, ...rest }: Props) => (
  <Select aria-label={label} placeholder={any} clearable value={value ?? null} {...rest} />
)
