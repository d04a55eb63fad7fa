import { ActionIcon, Button, Group, Indicator, Popover, SegmentedControl, Tooltip } from '@mantine/core'
import { IconAdjustmentsHorizontal, IconMessagePlus, IconPlayerTrackNext } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { SearchField } from '#web/components/table/search-field.tsx'
import { useCan } from '#web/lib/session/session.ts'
import { conversationCountsQuery } from '#web/queries/conversation-counts.ts'
import { activeFilters, type ChatSearch, type SearchChange } from '../search.ts'
import { FilterChips } from './filter-chips.tsx'
import classes from './list.module.css'
import { PresenceMenu } from './presence-menu.tsx'
import { countText, quickViews, ViewMenu } from './view-menu.tsx'

const FilterForm = lazy(async () => ({ default: (await import('./filter-form.tsx')).FilterForm }))

type Change = (part: SearchChange) => void

const FilterButton = ({ search, onChange }: { search: ChatSearch; onChange: Change }) => {
  const { t } = useTranslation('inbox/conversations')
  const [opened, setOpened] = useState(false)
  const count = activeFilters(search).length
  return (
    <Popover opened={opened} onChange={setOpened} position="bottom-end" shadow="md" width={300} trapFocus returnFocus>
      <Popover.Target>
        <Tooltip label={t('list.filter')} disabled={opened}>
          <Indicator label={count} size={16} offset={5} color="petrol" disabled={count === 0}>
            <ActionIcon
              size={36}
              variant={count > 0 || search.sort ? 'light' : 'subtle'}
              color={count > 0 || search.sort ? 'petrol' : 'gray'}
              aria-label={t('list.filter')}
              aria-expanded={opened}
              onClick={() => setOpened(!opened)}
            >
              <IconAdjustmentsHorizontal size={19} stroke={1.7} />
            </ActionIcon>
          </Indicator>
        </Tooltip>
      </Popover.Target>
      <Popover.Dropdown p="sm" aria-label={t('list.filter')}>
        <Suspense>
          <FilterForm search={search} onChange={onChange} />
        </Suspense>
      </Popover.Dropdown>
    </Popover>
  )
}

const ViewSwitch = ({ search, onChange }: { search: ChatSearch; onChange: Change }) => {
  const { t } = useTranslation('inbox/conversations')
  const { data: counts } = useQuery(conversationCountsQuery())
  const view = search.view ?? 'all'
  const quick = !search.saved && !(view === 'team') && quickViews.some((known) => known === view)
  return (
    <div className={classes.views}>
      <SegmentedControl
        className={classes.quick ?? ''}
        fullWidth
        size="xs"
        radius="md"
        aria-label={t('list.view')}
        value={quick ? view : ''}
        onChange={(value) => {
          const chosen = quickViews.find((known) => known === value)
          if (chosen) onChange({ view: chosen, team: undefined, saved: undefined })
        }}
        data={quickViews.map((known) => ({
          value: known,
          label: (
            <span className={classes.view}>
              {t(`list.views.${known}`)}
              {counts ? <small>{countText(counts[known])}</small> : null}
            </span>
          ),
        }))}
      />
      <ViewMenu search={search} onChange={onChange} />
    </div>
  )
}

type Props = {
  search: ChatSearch
  onChange: Change
  onNew: () => void
  onNext: () => void
  /** The search is done with: the list comes next. */
  onToList: () => void
  taking: boolean
}

/** Views with their counts, search, filters, my presence, and the ways to the next and to a new conversation. */
export const ListFilters = ({ search, onChange, onNew, onNext, onToList, taking }: Props) => {
  const { t } = useTranslation('inbox/conversations')
  const canReply = useCan()('conversations.reply')
  const onSearch = (text: string) => onChange({ search: text === '' ? undefined : text })
  const onSearchKey = (event: KeyboardEvent<HTMLInputElement>) => {
    if (!['Escape', 'ArrowDown', 'Enter'].includes(event.key) || event.nativeEvent.isComposing) return
    event.preventDefault()
    // While the list loads there is no row to take the focus, and the next key must not go on in the search.
    event.currentTarget.blur()
    onToList()
  }
  return (
    <div className={classes.filters}>
      {canReply ? (
        <Group gap={6} wrap="nowrap" justify="space-between">
          <PresenceMenu />
          <Group gap={6} wrap="nowrap">
            <Button
              size="xs"
              variant="light"
              leftSection={<IconPlayerTrackNext size={16} stroke={1.7} />}
              title={t('list.takeNextHint')}
              loading={taking}
              onClick={onNext}
            >
              {t('list.takeNext')}
            </Button>
            <Tooltip label={t('start.open')}>
              <ActionIcon size={30} variant="filled" color="petrol" aria-label={t('start.open')} onClick={onNew}>
                <IconMessagePlus size={18} stroke={1.7} />
              </ActionIcon>
            </Tooltip>
          </Group>
        </Group>
      ) : null}
      <Group gap={4} wrap="nowrap">
        <SearchField
          value={search.search ?? ''}
          onChange={onSearch}
          label={t('list.search')}
          placeholder={t('list.searchShort')}
          className={classes.search ?? ''}
          data-chat-search
          onKeyDown={onSearchKey}
        />
        <FilterButton search={search} onChange={onChange} />
      </Group>
      <ViewSwitch search={search} onChange={onChange} />
      <FilterChips search={search} onChange={onChange} />
    </div>
  )
}
