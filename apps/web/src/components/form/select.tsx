import { Select as SelectOfLibrary, type SelectProps } from '@mantine/core'
import { readable } from './read-only.tsx'

type Choice = string | { value: string; label?: string } | { items: readonly Choice[] }

const labelOf = (choices: readonly Choice[], value: string): string | undefined => {
  for (const choice of choices) {
    if (typeof choice === 'string') continue
    const found = 'items' in choice ? labelOf(choice.items, value) : choice.value === value ? choice.label : undefined
    if (found) return found
  }
  return undefined
}

/** One of several; an empty value may have a name of its own. Shown as text where it is read-only. */
export const Select = readable<SelectProps>(SelectOfLibrary, ({ data = [], value, placeholder }) => {
  const isNone = value === null || value === undefined
  return isNone ? placeholder : (labelOf(data, value) ?? (value || placeholder))
})
