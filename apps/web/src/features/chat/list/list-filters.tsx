import { ActionIcon, Group, Menu, SegmentedControl, Tooltip } from '@mantine/core'
import type { conversationViews } from '@recado/contracts/conversations'
import { IconAdjustmentsHorizontal, IconMessagePlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { SearchField } from '../../../components/search-field.tsx'
import { conversationCountsQuery } from '../../../lib/conversation-counts.ts'
import { useCan } from '../../../lib/session.ts'
import { channelsQuery } from '../api.ts'
import type { ChatSearch } from '../search.ts'
import classes from './list.module.css'

type View = (typeof conversationViews)[number]
const views: readonly View[] = ['mine', 'unassigned', 'all']
type Change = (part: Partial<ChatSearch>) => void

const FilterMenu = ({ search, onChange }: { search: ChatSearch; onChange: Change }) => {
  const { t } = useTranslation('chat')
  const { data } = useQuery(channelsQuery())
  const channels = data?.data ?? []
  const status = search.status ?? 'open'
  const sort = search.sort ?? 'newest'
  const changed = status !== 'open' || sort !== 'newest' || search.channel !== undefined
  return (
    <Menu position="bottom-end" shadow="md" width={240} closeOnItemClick={false}>
      <Menu.Target>
        <Tooltip label={t('list.filter')}>
          <ActionIcon
            size={36}
            variant={changed ? 'light' : 'subtle'}
            color={changed ? 'petrol' : 'gray'}
            aria-label={t('list.filter')}
          >
            <IconAdjustmentsHorizontal size={19} stroke={1.7} />
          </ActionIcon>
        </Tooltip>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{t('list.status')}</Menu.Label>
        <Menu.RadioGroup value={status} onChange={(value) => onChange({ status: value as 'open' })}>
          {(['open', 'resolved', 'all'] as const).map((value) => (
            <Menu.RadioItem key={value} value={value}>
              {t(`list.statuses.${value}`)}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
        <Menu.Divider />
        <Menu.Label>{t('list.sort')}</Menu.Label>
        <Menu.RadioGroup value={sort} onChange={(value) => onChange({ sort: value as 'newest' })}>
          {(['newest', 'waiting'] as const).map((value) => (
            <Menu.RadioItem key={value} value={value}>
              {t(`list.sorts.${value}`)}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
        {channels.length > 1 ? (
          <>
            <Menu.Divider />
            <Menu.Label>{t('list.channel')}</Menu.Label>
            <Menu.RadioGroup
              value={search.channel ?? ''}
              onChange={(value) =>
                onChange({ channel: value === '' ? undefined : (value as string) } as Partial<ChatSearch>)
              }
            >
              <Menu.RadioItem value="">{t('list.allChannels')}</Menu.RadioItem>
              {channels.map((channel) => (
                <Menu.RadioItem key={channel.id} value={channel.id}>
                  {channel.name}
                </Menu.RadioItem>
              ))}
            </Menu.RadioGroup>
          </>
        ) : null}
      </Menu.Dropdown>
    </Menu>
  )
}

const countText = (count: number): string => (count >= 1000 ? '999+' : String(count))

type Props = { search: ChatSearch; onChange: Change; onNew: () => void }

/** Views with their counts, search, filters and the way to a new conversation. */
export const ListFilters = ({ search, onChange, onNew }: Props) => {
  const { t } = useTranslation('chat')
  const can = useCan()
  const { data: counts } = useQuery(conversationCountsQuery())
  const onSearch = (text: string) => onChange({ search: text === '' ? undefined : text } as Partial<ChatSearch>)
  return (
    <div className={classes.filters}>
      <Group gap={4} wrap="nowrap">
        <SearchField
          value={search.search ?? ''}
          onChange={onSearch}
          label={t('list.search')}
          placeholder={t('list.searchShort')}
          className={classes.search}
        />
        <FilterMenu search={search} onChange={onChange} />
        {can('conversations.reply') ? (
          <Tooltip label={t('start.open')}>
            <ActionIcon size={36} variant="filled" color="petrol" aria-label={t('start.open')} onClick={onNew}>
              <IconMessagePlus size={19} stroke={1.7} />
            </ActionIcon>
          </Tooltip>
        ) : null}
      </Group>
      <SegmentedControl
        fullWidth
        size="xs"
        radius="md"
        aria-label={t('list.view')}
        value={search.view ?? 'all'}
        onChange={(value) => onChange({ view: value as View })}
        data={views.map((view) => ({
          value: view,
          label: (
            <span className={classes.view}>
              {t(`list.views.${view}`)}
              {counts ? <small>{countText(counts[view])}</small> : null}
            </span>
          ),
        }))}
      />
    </div>
  )
}
