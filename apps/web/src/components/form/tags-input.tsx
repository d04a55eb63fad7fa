import { TagsInput as TagsInputOfLibrary, type TagsInputProps } from '@mantine/core'
import { readable } from './read-only.tsx'

/** The library's field for several words, which is text where `Form` is only read. */
export const TagsInput = readable<TagsInputProps>(TagsInputOfLibrary, ({ value = [] }) => value.join(', '))
