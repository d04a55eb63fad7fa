import { Button, Select, TextInput } from '@mantine/core'
import { channelTypes } from '@recado/contracts/notifications/domain'
import { IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { FoldedFilters } from '../../components/folded-filters.tsx'
import { SearchField } from '../../components/search-field.tsx'
import { optionsQuery } from './api.ts'
import classes from './notifications.module.css'
import { changeSearch, type RunSearch } from './search.ts'
import { jobStatuses } from './words.tsx'

type Props = { search: RunSearch; onSearch: (next: RunSearch) => void }

/** Which runs are shown; all of it is in the address. */
export const ActivityFilters = ({ search, onSearch }: Props) => {
  const { t } = useTranslation('notifications')
  const { data: options } = useQuery(optionsQuery)
  const change = (key: keyof RunSearch) => (value: string | null) =>
    onSearch(changeSearch(search, { [key]: value ?? '' }))
  const { cursor: _, ...filters } = search
  return (
    <FoldedFilters count={Object.keys(filters).length}>
      <section className={classes.filters} aria-label={t('activity.filters')}>
        <Select
          aria-label={t('column.workflow')}
          placeholder={t('activity.anyWorkflow')}
          clearable
          searchable
          value={search.workflow ?? null}
          data={(options?.workflows ?? []).map(({ id, name }) => ({ value: id, label: name }))}
          onChange={change('workflow')}
        />
        <SearchField value={search.subscriber ?? ''} label={t('activity.subscriber')} onChange={change('subscriber')} />
        <SearchField
          value={search.transactionId ?? ''}
          label={t('column.transaction')}
          onChange={change('transactionId')}
        />
        <SearchField value={search.tenant ?? ''} label={t('column.tenant')} onChange={change('tenant')} />
        <Select
          aria-label={t('column.channel')}
          placeholder={t('activity.anyChannel')}
          clearable
          value={search.channel ?? null}
          data={channelTypes.map((value) => ({ value, label: t(`step.${value}`) }))}
          onChange={change('channel')}
        />
        <Select
          aria-label={t('column.status')}
          placeholder={t('activity.anyStatus')}
          clearable
          value={search.status ?? null}
          data={jobStatuses.map((value) => ({ value, label: t(`status.${value}`) }))}
          onChange={change('status')}
        />
        <TextInput
          type="date"
          aria-label={t('activity.from')}
          leftSection={<span className={classes.prefix}>{t('activity.fromShort')}</span>}
          leftSectionWidth={44}
          value={search.from ?? ''}
          onChange={(event) => change('from')(event.currentTarget.value)}
        />
        <TextInput
          type="date"
          aria-label={t('activity.to')}
          leftSection={<span className={classes.prefix}>{t('activity.toShort')}</span>}
          leftSectionWidth={44}
          value={search.to ?? ''}
          onChange={(event) => change('to')(event.currentTarget.value)}
        />
        {Object.keys(filters).length > 0 ? (
          <Button variant="subtle" leftSection={<IconX size={16} />} onClick={() => onSearch({})}>
            {t('common:clearFilters')}
          </Button>
        ) : null}
      </section>
    </FoldedFilters>
  )
}
