import {
  Checkbox as CheckboxOfLibrary,
  type CheckboxProps,
  Select as SelectOfLibrary,
  type SelectProps,
  Switch as SwitchOfLibrary,
  type SwitchProps,
  Textarea as TextareaOfLibrary,
  type TextareaProps,
  TextInput as TextInputOfLibrary,
  type TextInputProps,
} from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { readable } from './read-only.tsx'

// The library's fields, shown as text in a read-only `Form`.

/** One line of text. */
export const TextInput = readable<TextInputProps>(TextInputOfLibrary, ({ value }) => String(value ?? ''))

/** Several lines of text. */
export const Textarea = readable<TextareaProps>(TextareaOfLibrary, ({ value }) => String(value ?? ''))

type Choice = string | { value: string; label?: string } | { items: readonly Choice[] }

const labelOf = (choices: readonly Choice[], value: string): string | undefined => {
  for (const choice of choices) {
    if (typeof choice === 'string') continue
    const found = 'items' in choice ? labelOf(choice.items, value) : choice.value === value ? choice.label : undefined
    if (found) return found
  }
  return undefined
}

/** One of several; an empty value may have a name of its own. */
export const Select = readable<SelectProps>(SelectOfLibrary, ({ data = [], value, placeholder }) => {
  const isNone = value === null || value === undefined
  return isNone ? placeholder : (labelOf(data, value) ?? (value || placeholder))
})

const useOnOff = ({ checked }: { checked?: boolean | undefined }) => {
  const { t } = useTranslation()
  return t(checked ? 'form.on' : 'form.off')
}

/** Something that is on or off. */
export const Switch = readable<SwitchProps>(SwitchOfLibrary, useOnOff)

/** Something that is agreed to or not. */
export const Checkbox = readable<CheckboxProps>(CheckboxOfLibrary, useOnOff)
