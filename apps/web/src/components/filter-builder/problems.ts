import { checkFilter } from '@recado/contracts/contacts/check-filter'
import type { FieldError } from '@recado/contracts/errors'
import type { FilterGroup } from '@recado/contracts/shared/filter'
import type { FilterWords } from './field-words.ts'
import type { FilterProblems } from './filter-builder.tsx'
import { knownOf } from './filter-preview.tsx'

const textOf = ({ path, code }: FieldError, t: FilterWords['t']): string => {
  if (path.endsWith('.field')) return t('filters:fieldGone')
  if (path.endsWith('.children')) return t('filters:emptyGroup')
  if (code === 'not_found') return t('validation:not_found')
  return t(code === 'required' || code === 'date' ? 'filters:incomplete' : 'validation:invalid')
}

/** Problems that the server found, under the paths of their conditions. */
export const problemTexts = (errors: readonly FieldError[], t: FilterWords['t']): FilterProblems =>
  Object.fromEntries(errors.map((error) => [error.path.replace(/^filter\./, ''), textOf(error, t)]))

/** What keeps a filter from being asked, by the paths of its conditions; a blank condition is one to fill in. */
export const problemsOfFilter = (filter: FilterGroup, words: FilterWords): FilterProblems =>
  problemTexts(checkFilter(filter, words.fields, knownOf(words)), words.t)
