import { Button } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { datesIn, hourSpan } from '#web/lib/i18n/dates.ts'
import { channelsQuery } from '#web/queries/channels.ts'
import { labelsQuery } from '#web/queries/labels.ts'
import { teamsQuery } from '#web/queries/teams.ts'
import { colleaguesQuery } from '../api.ts'
import { activeFilters, type FilterKey, noFilters, withoutFilter } from '../list-filter.ts'
import type { ChatSearch, SearchChange } from '../search.ts'
import classes from './list.module.css'

const nameIn = (items: readonly { id: string; name: string }[] | undefined, id: string | undefined): string =>
  items?.find((item) => item.id === id)?.name ?? '…'

/** When something happened, e.g. `Resolved: Nov 17 – Nov 23`. */
const useMomentText = () => {
  const { t, i18n } = useTranslation('inbox/conversations')
  const { brief } = datesIn(i18n.language, 'UTC')
  const dayText = (value: string) => brief(`${value}T12:00:00Z`)
  return ({ event = 'created', from = '', to = '', hour }: ChatSearch): string => {
    const days = [...new Set([from, to])].filter(Boolean).map(dayText).join(' – ')
    const hours = hour === undefined ? '' : hourSpan(Number(hour))
    return `${t(`list.events.${event}`)}: ${[days, hours].filter(Boolean).join(', ')}`
  }
}

/** What each filter is set to, in words. */
const useFilterWords = (search: ChatSearch): ((key: FilterKey) => string) => {
  const { t } = useTranslation('inbox/conversations')
  const momentText = useMomentText()
  const { data: channels } = useQuery({ ...channelsQuery, enabled: search.channel !== undefined })
  const { data: teams } = useQuery({ ...teamsQuery, enabled: search.team !== undefined })
  const { data: labels } = useQuery({ ...labelsQuery, enabled: search.label !== undefined })
  const { data: people } = useQuery({
    ...colleaguesQuery({ id: search.assignee ?? '' }),
    enabled: search.assignee !== undefined,
  })
  return (key) => {
    if (key === 'status') return t(`list.statuses.${search.status ?? 'open'}`)
    if (key === 'channel') return nameIn(channels?.data, search.channel)
    if (key === 'team') return nameIn(teams?.data, search.team)
    if (key === 'label') return nameIn(labels?.data, search.label)
    if (key === 'assignee') return nameIn(people?.data, search.assignee)
    if (key === 'priority') return t(`list.priorities.${search.priority ?? 'none'}`)
    if (key === 'event') return momentText(search)
    return t(key === 'unread' ? 'list.unreadOnly' : `list.${key}Only`)
  }
}

/** The filters that are on; a click takes one off. */
export const FilterChips = ({ search, onChange }: { search: ChatSearch; onChange: (part: SearchChange) => void }) => {
  const { t } = useTranslation('inbox/conversations')
  const words = useFilterWords(search)
  const on = activeFilters(search)
  const sorted = search.sort !== undefined && search.sort !== 'newest'
  if (on.length === 0 && !sorted) return null
  return (
    <div className={classes.chips}>
      {sorted ? (
        <button
          type="button"
          className={classes.chip}
          aria-label={t('list.removeSort')}
          onClick={() => onChange({ sort: undefined })}
        >
          <span>{t(`list.sorts.${search.sort}`)}</span> <IconX size={13} aria-hidden="true" />
        </button>
      ) : null}
      {on.map((key) => (
        <button
          key={key}
          type="button"
          className={classes.chip}
          aria-label={t('list.removeFilter', { name: words(key) })}
          onClick={() => onChange(withoutFilter(key))}
        >
          <span>{words(key)}</span> <IconX size={13} aria-hidden="true" />
        </button>
      ))}
      {on.length + Number(sorted) > 1 ? (
        <Button
          size="compact-xs"
          variant="subtle"
          color="gray"
          onClick={() => onChange({ ...noFilters, view: search.view })}
        >
          {t('common:clearFilters')}
        </Button>
      ) : null}
    </div>
  )
}
