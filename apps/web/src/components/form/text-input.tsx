import { TextInput as TextInputOfLibrary, type TextInputProps } from '@mantine/core'
import { readable } from './read-only.tsx'

/** One line of text; shown as text where it is read-only. */
export const TextInput = readable<TextInputProps>(TextInputOfLibrary, ({ value }) => String(value ?? ''))
