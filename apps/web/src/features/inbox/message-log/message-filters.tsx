import { Button, Group, MultiSelect } from '@mantine/core'
import { graphErrorClasses } from '@recado/contracts/whatsapp/graph-errors'
import { IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { DayField } from '#web/components/form/day-field.tsx'
import { FilterSelect } from '#web/components/table/filter-select.tsx'
import { SearchField } from '#web/components/table/search-field.tsx'
import { channelsQuery } from '#web/queries/channels.ts'
import classes from './messages.module.css'
import { filterOf, type LogSearch, withFilter } from './search.ts'

const statuses = ['received', 'queued', 'unknown', 'held', 'sent', 'delivered', 'read', 'failed'] as const
const types = [
  'text',
  'template',
  'image',
  'video',
  'audio',
  'document',
  'interactive',
  'location',
  'contacts',
] as const
const origins = ['contact', 'agent', 'ai', 'automation', 'campaign', 'api', 'phone_app', 'system'] as const
const categories = ['marketing', 'utility', 'authentication', 'service'] as const

type Props = { search: LogSearch; onSearch: (next: LogSearch) => void }

const Several = ({
  name,
  values,
  search,
  onSearch,
}: Props & { name: 'status' | 'type' | 'origin' | 'errorClass' | 'category'; values: readonly string[] }) => {
  const { t } = useTranslation('inbox/message-log')
  const chosen = search[name]?.split(',') ?? []
  const word = { status: 'status', type: 'type', origin: 'origin', errorClass: 'class', category: 'category' }[name]
  return (
    <MultiSelect
      aria-label={t(`column.${name}`)}
      placeholder={chosen.length === 0 ? t(`any.${name}`) : ''}
      data={values.map((value) => ({ value, label: t(`${word}.${value}`) }))}
      value={chosen}
      clearable
      searchable
      // One that is chosen stands in one line with where the next is typed.
      styles={{ inputField: { minWidth: 16 } }}
      onChange={(next) => onSearch(withFilter(search, { [name]: next.join(',') }))}
    />
  )
}

/** Which messages are shown; all of it is in the address. */
export const MessageFilters = ({ search, onSearch }: Props) => {
  const { t } = useTranslation('inbox/message-log')
  const { data: channels } = useQuery(channelsQuery)
  const change = (name: keyof LogSearch) => (value: string | null) =>
    onSearch(withFilter(search, { [name]: value ?? '' }))
  return (
    <section className={classes.filters} aria-label={t('filters')}>
      <SearchField value={search.q ?? ''} label={t('text')} onChange={change('q')} />
      <SearchField value={search.contact ?? ''} label={t('column.contact')} onChange={change('contact')} />
      <Several name="status" values={statuses} search={search} onSearch={onSearch} />
      <Several name="type" values={types} search={search} onSearch={onSearch} />
      <Several name="origin" values={origins} search={search} onSearch={onSearch} />
      <Several name="errorClass" values={graphErrorClasses} search={search} onSearch={onSearch} />
      <Several name="category" values={categories} search={search} onSearch={onSearch} />
      <FilterSelect
        label={t('column.direction')}
        any={t('any.direction')}
        value={search.direction}
        data={(['in', 'out'] as const).map((value) => ({ value, label: t(`direction.${value}`) }))}
        onChange={change('direction')}
      />
      <FilterSelect
        label={t('column.channel')}
        any={t('any.channel')}
        value={search.channelId}
        data={(channels?.data ?? []).map(({ id, name, phone }) => ({ value: id, label: `${name} · ${phone}` }))}
        onChange={change('channelId')}
      />
      <SearchField value={search.template ?? ''} label={t('template')} onChange={change('template')} />
      <SearchField value={search.errorCode ?? ''} label={t('errorCode')} onChange={change('errorCode')} />
      <Group gap="xs" wrap="nowrap" className={classes.days ?? ''}>
        {(['from', 'to'] as const).map((end) => (
          <DayField key={end} end={end} label={t(end)} value={search[end]} onChange={change(end)} />
        ))}
      </Group>
      {Object.keys(filterOf(search)).length > 0 ? (
        <Button variant="subtle" leftSection={<IconX size={16} />} onClick={() => onSearch({})}>
          {t('common:clearFilters')}
        </Button>
      ) : null}
    </section>
  )
}
