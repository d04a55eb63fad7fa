import type { ContactField } from '@recado/contracts/contacts/contact-fields'
import type { FilterGroup } from '@recado/contracts/shared/filter'
import { useQuery } from '@tanstack/react-query'
import { useFilterWords } from './use-filter-words.ts'

/** Puts filters into words; the code for it comes when there is one. `fields`: what they ask, if not contacts alone. */
export const useExplain = (enabled: boolean, fields?: readonly ContactField[]) => {
  const { words } = useFilterWords(enabled)
  const { data } = useQuery({
    queryKey: ['code', 'explain-filter'],
    queryFn: () => import('./explain.ts'),
    staleTime: Number.POSITIVE_INFINITY,
    enabled,
  })
  return (filter: FilterGroup): string =>
    words && data ? data.explainFilter(filter, fields ? { ...words, fields } : words) : '…'
}
