import { useMediaQuery } from '@mantine/hooks'
import { countedFilters, countFilters } from '@recado/contracts/inbox/conversations'
import type { SavedView } from '@recado/contracts/inbox/saved-views'
import { IconBookmark } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { MenuLink, type MenuLook, MenuParts } from '#web/components/page/menu-link.tsx'
import { call } from '#web/lib/api/api.ts'
import { conversationCountsKey, conversationCountsQuery } from '#web/queries/conversation-counts.ts'
import { savedViewsQuery } from '#web/queries/saved-views.ts'
import { type ChatSearch, inboxViewOf, listFilterOf, searchOfView, validateChatSearch } from '../search.ts'
import { countText, viewIcons } from './views.ts'

const path = '/integrations/whatsapp/chat'
const views = ['mine', 'unassigned', 'all', 'mentions', 'failed', 'resolved'] as const

/** The parameters of a saved URL that belong to the view. */
const searchOfSaved = ({ id, search }: SavedView): ChatSearch => ({ ...validateChatSearch(search), saved: id })

/** How many conversations each saved view has, by its id. */
const useSavedCounts = (saved: readonly SavedView[]): ReadonlyMap<string, number> => {
  const counted = saved.slice(0, countedFilters)
  const filters = counted.map((view) => {
    const { sort: _, ...filter } = listFilterOf(searchOfSaved(view))
    return filter
  })
  const { data } = useQuery({
    queryKey: [...conversationCountsKey, filters],
    queryFn: ({ signal }) => call(countFilters, { body: { filters } }, { signal }),
    enabled: filters.length > 0,
    placeholderData: keepPreviousData,
  })
  return new Map(counted.map(({ id }, at) => [id, data?.counts[at] ?? 0]))
}

/** The inbox views in the menu, with the number of conversations in each. */
export const InboxViews = (look: MenuLook) => {
  const { t } = useTranslation('inbox/conversations')
  const search = validateChatSearch(useSearch({ strict: false }))
  const { data: counts } = useQuery(conversationCountsQuery())
  const { data } = useQuery(savedViewsQuery('chat'))
  const saved = data?.data ?? []
  const savedCounts = useSavedCounts(saved)
  const current = inboxViewOf(search)
  const phone = useMediaQuery('(max-width: 48em)') ?? false
  const kept = search.conversation && !phone ? { conversation: search.conversation } : {}
  return (
    <MenuParts label={t('list.view')}>
      {views.map((view) => (
        <MenuLink
          key={view}
          {...look}
          part
          to={path}
          search={{ ...searchOfView(view), ...kept }}
          icon={viewIcons[view]}
          label={t(`list.views.${view}`)}
          active={view === current}
          // Resolved conversations need no attention, so the rail does not count them.
          count={look.rail && view === 'resolved' ? null : countText(counts?.[view])}
        />
      ))}
      {saved.map((view) => (
        <MenuLink
          key={view.id}
          {...look}
          part
          to={path}
          search={{ ...searchOfSaved(view), ...kept }}
          icon={IconBookmark}
          label={view.name}
          active={search.saved === view.id}
          count={countText(savedCounts.get(view.id))}
        />
      ))}
    </MenuParts>
  )
}
