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

/** The parts of a saved address without what belongs to no view. */
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

/** The views of the inbox in the menu, with how many conversations each has. Beside a list the open one stays open. */
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
          // What is done needs nobody: in the rail it is not counted.
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
