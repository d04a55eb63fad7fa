import type { FilterGroup } from '@recado/contracts/shared/filter'
import { filterTextLimit } from '@recado/contracts/shared/filter'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { RecordFallback } from '#web/components/feedback/record-fallback.tsx'
import type { FilterWords } from '#web/components/filter-builder/field-words.ts'
import { FilterBuilder, type FilterProblems } from '#web/components/filter-builder/filter-builder.tsx'
import { FilterPreview } from '#web/components/filter-builder/filter-preview.tsx'
import { problemsOfFilter } from '#web/components/filter-builder/problems.ts'
import { blankCondition } from '#web/components/filter-builder/tree.ts'
import { useFilterWords } from '#web/components/filter-builder/use-filter-words.ts'
import { FormDrawer } from '#web/components/form/form-drawer.tsx'
import { FormFailure } from '#web/components/form/form-failure.tsx'
import { useStable } from '#web/lib/ui/use-stable.ts'

type Props = {
  filter: FilterGroup | undefined
  onApply: (filter: FilterGroup | undefined) => void
  onClose: () => void
}

const begun: FilterGroup = { value: 'AND', children: [blankCondition] }

const Built = ({ filter: stored, onApply, onClose, words }: Props & { words: FilterWords }) => {
  const { t } = useTranslation(['contacts/list', 'filters'])
  const [filter, setFilter] = useState(stored ?? begun)
  const [problems, setProblems] = useState<FilterProblems>({})
  const [tooLong, setTooLong] = useState(false)
  const [applied, setApplied] = useState<FilterGroup | null>(null)
  const change = (next: FilterGroup) => {
    setFilter(next)
    setProblems({})
    setTooLong(false)
  }
  const apply = () => {
    const found = problemsOfFilter(filter, words)
    const isLong = JSON.stringify(filter).length > filterTextLimit
    setProblems(found)
    setTooLong(isLong)
    if (!isLong && Object.keys(found).length === 0) setApplied(filter)
  }
  const done = useStable((next: FilterGroup) => {
    onApply(next.children.length > 0 ? next : undefined)
    onClose()
  })
  // The address changes when the drawer no longer has anything to lose by it.
  useEffect(() => {
    if (applied) done(applied)
  }, [applied, done])
  return (
    <FormDrawer
      opened
      size={860}
      title={t('advanced.title')}
      submitLabel={t('advanced.apply')}
      dirty={!applied && JSON.stringify(filter) !== JSON.stringify(stored ?? begun)}
      wrong={Object.keys(problems).length}
      onSubmit={(event) => {
        event.preventDefault()
        apply()
      }}
      onClose={onClose}
    >
      <FilterBuilder first filter={filter} onChange={change} words={words} problems={problems} />
      <FormFailure>{tooLong ? t('filters:tooLong') : null}</FormFailure>
      <FilterPreview filter={filter} words={words} />
    </FormDrawer>
  )
}

/** Builds the conditions that the list is filtered by. */
export const FilterDrawer = (props: Props) => {
  const { t } = useTranslation('contacts/list')
  const { words, query } = useFilterWords()
  if (words) return <Built {...props} words={words} />
  return (
    <FormDrawer
      opened
      size={860}
      title={t('advanced.title')}
      submitLabel={t('advanced.apply')}
      ready={false}
      onSubmit={(event) => event.preventDefault()}
      onClose={props.onClose}
    >
      <RecordFallback query={query} />
    </FormDrawer>
  )
}
