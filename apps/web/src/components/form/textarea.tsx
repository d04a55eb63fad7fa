import { Textarea as TextareaOfLibrary, type TextareaProps } from '@mantine/core'
import { readable } from './read-only.tsx'

/** Several lines of text; shown as text where it is read-only. */
export const Textarea = readable<TextareaProps>(TextareaOfLibrary, ({ value }) => String(value ?? ''))
