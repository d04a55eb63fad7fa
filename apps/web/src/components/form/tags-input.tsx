import { TagsInput as TagsInputOfLibrary, type TagsInputProps } from '@mantine/core'
import { readable } from './read-only.tsx'

/** The library's tags field, shown as text in a read-only `Form`. */
export const TagsInput = readable<TagsInputProps>(TagsInputOfLibrary, ({ value = [] }) => value.join(', '))
