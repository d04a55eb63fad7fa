import { Checkbox as CheckboxOfLibrary, type CheckboxProps } from '@mantine/core'
import { readable, useOnOff } from './read-only.tsx'

/** Something that is agreed to or not; shown as text where it is read-only. */
export const Checkbox = readable<CheckboxProps>(CheckboxOfLibrary, useOnOff)
