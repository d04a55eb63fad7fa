import { Badge, Checkbox, Group, Select, SimpleGrid, Stack, Text, VisuallyHidden } from '@mantine/core'
import { channelStatuses } from '@recado/contracts/channels'
import type { OperatorChannel } from '@recado/contracts/operator'
import { IconBrandWhatsapp } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { DataTable, type DataTableColumn } from '../../components/data-table.tsx'
import { EmptyState } from '../../components/empty-state.tsx'
import { ListTools } from '../../components/list-tools.tsx'
import { RelativeTime } from '../../components/relative-time.tsx'
import { SearchField } from '../../components/search-field.tsx'
import { operatorChannelsQuery } from './api.ts'
import { type ChannelSearch, validateChannelSearch } from './search.ts'

const colors = {
  onboarding: 'gray',
  connected: 'petrol',
  degraded: 'clay',
  restricted: 'red',
  token_expired: 'red',
  disconnected: 'gray',
  banned: 'red',
} as const satisfies Record<OperatorChannel['status'], string>
const qualities = ['GREEN', 'YELLOW', 'RED', 'UNKNOWN'] as const

const States = ({ channel }: { channel: OperatorChannel }) => {
  const { t } = useTranslation('operator')
  return (
    <Group gap={6}>
      <Badge variant="light" color={colors[channel.status]} tt="none">
        {t(`status.${channel.status}`)}
      </Badge>
      {channel.paused ? (
        <Badge variant="outline" color="red" tt="none" title={channel.paused.reason}>
          {t(`paused.${channel.paused.scope}`)}
        </Badge>
      ) : null}
    </Group>
  )
}

const useColumns = (picked: ReadonlySet<string> | null, onPick: (id: string) => void) => {
  const { t } = useTranslation('operator')
  const columns: DataTableColumn<OperatorChannel>[] = [
    {
      accessor: 'name',
      title: t('column.number'),
      render: ({ name, phone }) => (
        <div>
          <Text fw={600}>{name}</Text>
          <Text size="sm" c="dimmed">
            {phone}
          </Text>
        </div>
      ),
    },
    { accessor: 'companyName', title: t('column.company') },
    { accessor: 'status', title: t('column.status'), render: (channel) => <States channel={channel} /> },
    {
      accessor: 'quality',
      title: t('column.quality'),
      render: ({ quality }) => t(`quality.${qualities.find((known) => known === quality) ?? 'UNKNOWN'}`),
    },
    {
      accessor: 'waiting',
      title: t('column.waiting'),
      render: ({ waiting, waitingSince }) => (
        <Text size="sm" {...(waiting > 0 ? { fw: 600 } : { c: 'dimmed' })} component="div">
          {waiting}
          {waitingSince ? (
            <>
              {' · '}
              <RelativeTime value={waitingSince} />
            </>
          ) : null}
        </Text>
      ),
    },
    {
      accessor: 'lastEventAt',
      title: t('column.lastEvent'),
      render: ({ lastEventAt }) => (lastEventAt ? <RelativeTime value={lastEventAt} /> : t('common:never')),
    },
    {
      accessor: 'operators',
      title: t('column.operators'),
      render: ({ operators }) => operators.map(({ name }) => name).join(', ') || '–',
    },
  ]
  if (!picked) return columns
  const pick: DataTableColumn<OperatorChannel> = {
    accessor: 'id',
    title: <VisuallyHidden>{t('common:choose')}</VisuallyHidden>,
    width: 44,
    render: ({ id, name }) => (
      <Checkbox aria-label={t('pick', { name })} checked={picked.has(id)} onChange={() => onPick(id)} />
    ),
  }
  return [pick, ...columns]
}

const Card = ({ channel }: { channel: OperatorChannel }) => {
  const { t } = useTranslation('operator')
  return (
    <Stack gap={6}>
      <Text fw={600}>{channel.name}</Text>
      <Text size="sm" c="dimmed">
        {channel.companyName} · {channel.phone}
      </Text>
      <States channel={channel} />
      <Text size="sm">{t('waitingNow', { count: channel.waiting })}</Text>
    </Stack>
  )
}

const Filters = ({ search, onSearch }: { search: ChannelSearch; onSearch: (next: ChannelSearch) => void }) => {
  const { t } = useTranslation('operator')
  const { cursor: _, ...kept } = search
  const change = (part: ChannelSearch) => onSearch({ ...kept, ...part })
  return (
    <SimpleGrid cols={{ base: 1, xs: 2, md: 4 }} spacing="sm" mb="md">
      <SearchField
        label={t('search')}
        value={search.search ?? ''}
        onChange={(text) => change({ search: text || undefined })}
      />
      <Select
        aria-label={t('column.status')}
        placeholder={t('anyStatus')}
        clearable
        data={channelStatuses.map((value) => ({ value, label: t(`status.${value}`) }))}
        value={search.status ?? null}
        onChange={(value) => change({ status: channelStatuses.find((known) => known === value) })}
      />
      <Select
        aria-label={t('column.quality')}
        placeholder={t('anyQuality')}
        clearable
        data={qualities.map((value) => ({ value, label: t(`quality.${value}`) }))}
        value={search.quality ?? null}
        onChange={(value) => change({ quality: qualities.find((known) => known === value) })}
      />
      <Select
        aria-label={t('column.paused')}
        placeholder={t('anyPause')}
        clearable
        data={(['yes', 'no'] as const).map((value) => ({ value, label: t(`pausedFilter.${value}`) }))}
        value={search.paused ?? null}
        onChange={(value) => change({ paused: value === 'yes' || value === 'no' ? value : undefined })}
      />
    </SimpleGrid>
  )
}

type Props = {
  list?: 'operator-channels' | 'admin-channels'
  search: ChannelSearch
  onSearch: (next: ChannelSearch) => void
  /** Numbers that are picked; null when none can be. */
  picked?: ReadonlySet<string> | null
  onPick?: (id: string) => void
  action?: ReactNode
}

/** The numbers that somebody looks after, with filters that stand in the address. */
export const ChannelTable = (props: Props) => {
  const { list = 'operator-channels', search, onSearch, picked = null, onPick = () => undefined, action } = props
  const { t } = useTranslation('operator')
  const { cursor, ...filter } = search
  const query = useQuery(operatorChannelsQuery(filter, cursor))
  const columns = useColumns(picked, onPick)
  return (
    <>
      <Filters search={search} onSearch={onSearch} />
      <ListTools
        list={list}
        search={filter}
        onView={(kept) => onSearch(validateChannelSearch(kept))}
        columns={columns}
      />
      {action}
      <DataTable
        list={list}
        query={query}
        columns={columns}
        label={t('title')}
        cursor={cursor}
        onCursor={(next) => onSearch({ ...filter, cursor: next })}
        filtered={Object.values(filter).some(Boolean)}
        onClearFilters={() => onSearch({})}
        empty={<EmptyState icon={IconBrandWhatsapp} title={t('empty')} description={t('emptyText')} />}
        card={(channel) => <Card channel={channel} />}
      />
    </>
  )
}
