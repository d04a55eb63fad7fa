import { Stack, Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import type { KnownReferences } from '@recado/contracts/contacts/contact-fields'
import { type ContactCount, previewSegment } from '@recado/contracts/contacts/segments'
import type { FilterGroup } from '@recado/contracts/shared/filter'
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call } from '#web/lib/api/api.ts'
import { showPhone } from '#web/lib/i18n/phone.ts'
import { Avatar } from '../content/avatar.tsx'
import { RetryState } from '../feedback/retry-state.tsx'
import { explainFilter } from './explain.ts'
import type { FilterWords } from './field-words.ts'
import classes from './filter-builder.module.css'
import { completeOnly } from './tree.ts'

const pause = 400

const previewQuery = (filter: FilterGroup) =>
  queryOptions({
    // Changes of single contacts do not count all of them again.
    queryKey: ['filter-preview', filter],
    queryFn: ({ signal }) => call(previewSegment, { body: { filter } }, { signal }),
    placeholderData: keepPreviousData,
    retry: false,
  })

/** How many there are, in words: estimates are said to be estimates. */
export const useCountWords = () => {
  const { t, i18n } = useTranslation('filters')
  return ({ count, exact }: ContactCount): string => {
    if (count === null) return t('preview.unknown')
    const formatted = new Intl.NumberFormat(i18n.language).format(count)
    return t(exact ? 'preview.exact' : 'preview.about', { count, formatted })
  }
}

/** The things that values may name, as checks of filters take them. */
export const knownOf = ({ references }: Pick<FilterWords, 'references'>): KnownReferences =>
  Object.fromEntries(Object.entries(references).map(([kind, things]) => [kind, new Set(things.map(({ id }) => id))]))

/** Whom a filter leaves, while it is built: in words, how many, and some of them. What is not complete is left out. */
export const FilterPreview = ({ filter, words }: { filter: FilterGroup; words: FilterWords }) => {
  const { t } = useTranslation('filters')
  const complete = completeOnly(filter, words.fields, knownOf(words))
  const [asked] = useDebouncedValue(JSON.stringify(complete), pause)
  const isEmpty = complete.children.length === 0
  const debounced: FilterGroup = JSON.parse(asked)
  const query = useQuery({ ...previewQuery(debounced), enabled: !isEmpty && debounced.children.length > 0 })
  const countWords = useCountWords()
  if (isEmpty)
    return (
      <div className={classes.preview}>
        <Text size="sm" c="dimmed">
          {t('preview.waiting')}
        </Text>
      </div>
    )
  const waits = query.isFetching || asked !== JSON.stringify(complete)
  const { data } = query
  const failed = query.error !== null && !waits
  return (
    <section className={classes.preview} aria-busy={waits} aria-label={t('preview.label')}>
      <Stack gap="xs">
        {failed ? null : (
          <Text className={classes.count ?? ''} role="status">
            {data ? countWords(data) : t('preview.counting')}
          </Text>
        )}
        <Text size="sm">{explainFilter(complete, words)}</Text>
        {failed ? <RetryState compact error={query.error} onRetry={query.refetch} /> : null}
        {data && data.count === 0 ? (
          <Text size="sm" c="dimmed">
            {t('preview.none')}
          </Text>
        ) : null}
        {data && data.sample.length > 0 ? (
          <ul className={classes.sample} aria-label={t('preview.sample')}>
            {data.sample.map(({ id, displayName, phone }) => (
              <li key={id} className={classes.person}>
                <Avatar name={displayName} size={24} />
                <Text size="sm" truncate>
                  {displayName === phone ? showPhone(phone) : displayName}
                </Text>
              </li>
            ))}
          </ul>
        ) : null}
      </Stack>
    </section>
  )
}
