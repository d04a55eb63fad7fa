import { ActionIcon, Group, Indicator, Popover, Tooltip } from '@mantine/core'
import { IconAdjustmentsHorizontal, IconMessagePlus, IconPlayerTrackNext } from '@tabler/icons-react'
import { type KeyboardEvent, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyCode } from '#web/components/page/lazy-component.tsx'
import { SearchField } from '#web/components/table/search-field.tsx'
import { useCan } from '#web/lib/session/session.ts'
import { activeFilters } from '../list-filter.ts'
import type { ChatSearch, SearchChange } from '../search.ts'
import { FilterChips } from './filter-chips.tsx'
import classes from './list.module.css'
import { PresenceMenu } from './presence-menu.tsx'
import { ViewMenu } from './view-menu.tsx'

const FilterForm = lazyCode(async () => (await import('./filter-form.tsx')).FilterForm)

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

type Props = {
  search: ChatSearch
  onChange: Change
  onNew: () => void
  onNext: () => void
  /** The search is done with: the list comes next. */
  onToList: () => void
  taking: boolean
}

/** The head of the list: view, search, filters, presence, and buttons for the next and for a new conversation. */
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
      <Group gap={6} wrap="nowrap" justify="space-between">
        <ViewMenu search={search} onChange={onChange} />
        {canReply ? <PresenceMenu /> : null}
      </Group>
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
        {canReply ? (
          <>
            <Tooltip label={t('list.takeNextHint')} multiline w={220}>
              <ActionIcon size={36} aria-label={t('list.takeNext')} loading={taking} onClick={onNext}>
                <IconPlayerTrackNext size={19} stroke={1.7} />
              </ActionIcon>
            </Tooltip>
            <Tooltip label={t('start.open')}>
              <ActionIcon size={36} variant="light" color="petrol" aria-label={t('start.open')} onClick={onNew}>
                <IconMessagePlus size={19} stroke={1.7} />
              </ActionIcon>
            </Tooltip>
          </>
        ) : null}
      </Group>
      <FilterChips search={search} onChange={onChange} />
    </div>
  )
}
