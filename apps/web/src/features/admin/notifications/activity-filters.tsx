import { Button } from '@mantine/core'
import { channelTypes } from '@recado/contracts/notifications/domain'
import { IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { DayField } from '#web/components/form/day-field.tsx'
import { FilterSelect } from '#web/components/table/filter-select.tsx'
import { FoldedFilters } from '#web/components/table/folded-filters.tsx'
import { SearchField } from '#web/components/table/search-field.tsx'
import { optionsQuery } from './api.ts'
import { jobStatuses } from './labels.tsx'
import classes from './notifications.module.css'
import { type RunSearch, validateRunSearch } from './search.ts'
import { useWorkflowTexts } from './use-step-texts.ts'

type Props = { search: RunSearch; onSearch: (next: RunSearch) => void }

/** Which runs are shown; all of it is in the address. */
export const ActivityFilters = ({ search, onSearch }: Props) => {
  const { t } = useTranslation('admin/notifications')
  const { data: options } = useQuery(optionsQuery)
  const own = useWorkflowTexts()
  const change = (key: keyof RunSearch) => (value: string | null) =>
    onSearch(validateRunSearch({ ...search, cursor: undefined, [key]: value }))
  const { cursor: _, ...filters } = search
  return (
    <FoldedFilters count={Object.keys(filters).length}>
      <section className={classes.filters} aria-label={t('activity.filters')}>
        <FilterSelect
          label={t('column.workflow')}
          any={t('activity.anyWorkflow')}
          searchable
          value={search.workflow}
          data={(options?.workflows ?? [])
            .map((workflow) => ({ value: workflow.id, label: own(workflow, workflow.name) }))
            .toSorted((one, other) => one.label.localeCompare(other.label))}
          onChange={change('workflow')}
        />
        <SearchField value={search.subscriber ?? ''} label={t('activity.subscriber')} onChange={change('subscriber')} />
        <SearchField
          value={search.transactionId ?? ''}
          label={t('column.transaction')}
          onChange={change('transactionId')}
        />
        <SearchField value={search.tenant ?? ''} label={t('column.tenant')} onChange={change('tenant')} />
        <FilterSelect
          label={t('column.channel')}
          any={t('activity.anyChannel')}
          value={search.channel}
          data={channelTypes.map((value) => ({ value, label: t(`step.${value}`) }))}
          onChange={change('channel')}
        />
        <FilterSelect
          label={t('column.status')}
          any={t('activity.anyStatus')}
          value={search.status}
          data={jobStatuses.map((value) => ({ value, label: t(`status.${value}`) }))}
          onChange={change('status')}
        />
        {(['from', 'to'] as const).map((end) => (
          <DayField key={end} end={end} label={t(`activity.${end}`)} value={search[end]} onChange={change(end)} />
        ))}
        {Object.keys(filters).length > 0 ? (
          <Button variant="subtle" leftSection={<IconX size={16} />} onClick={() => onSearch({})}>
            {t('common:clearFilters')}
          </Button>
        ) : null}
      </section>
    </FoldedFilters>
  )
}
