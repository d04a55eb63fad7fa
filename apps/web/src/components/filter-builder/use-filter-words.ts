import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { contactFieldsQuery } from '#web/queries/contact-fields.ts'
import { useStages } from '../contact/stages.ts'
import type { FilterWords } from './field-words.ts'

/** What filters are put into words with in this company; `words` is null until it has come. */
export const useFilterWords = (enabled = true) => {
  const { t, i18n } = useTranslation(['filters', 'common', 'validation'])
  const query = useQuery({ ...contactFieldsQuery, enabled })
  const { data } = query
  const { nameOf: stageName } = useStages()
  const words: FilterWords | null = data
    ? { t, language: i18n.language, fields: data.data, references: data.references, stageName }
    : null
  return { words, query }
}
