import { NumberInput as NumberInputOfLibrary, type NumberInputProps } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { readable } from './read-only.tsx'

/** The library's number field, shown as text in a read-only `Form`. */
export const NumberInput = readable<NumberInputProps>(NumberInputOfLibrary, ({ value, placeholder, suffix = '' }) => {
  const { i18n } = useTranslation()
  if (value === undefined || value === '') return placeholder
  return `${new Intl.NumberFormat(i18n.language).format(Number(value))}${suffix}`
})
