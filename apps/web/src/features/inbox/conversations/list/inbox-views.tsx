import { countedFilters, countFilters } from '@recado/contracts/inbox/conversations'
import type { SavedView } from '@recado/contracts/inbox/saved-views'
import { IconBookmark } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { type ComponentProps, memo, useDeferredValue, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { MenuLink, type MenuLook, MenuParts } from '#web/components/page/menu-link.tsx'
import { call } from '#web/lib/api/api.ts'
import { useMedia } from '#web/lib/ui/use-media.ts'
import { conversationCountsKey, conversationCountsQuery } from '#web/queries/conversation-counts.ts'
import { savedViewsQuery } from '#web/queries/saved-views.ts'
import { inboxViewOf, listFilterOf, searchOfView } from '../list-filter.ts'
import { type ChatSearch, validateChatSearch } from '../search.ts'
import { countText, viewIcons } from './views.ts'

const path = '/integrations/whatsapp/chat'
const views = (['mine', 'unassigned', 'all', 'mentions', 'failed', 'resolved'] as const).map((name) => ({
  name,
  search: searchOfView(name),
}))

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

type ViewLinkProps = MenuLook & {
  view: ChatSearch
  /** The conversation that stays open. */
  conversation: string | undefined
  icon: ComponentProps<typeof MenuLink>['icon']
  label: string
  active: boolean
  count: string | null
}

const ViewLink = memo(({ view, conversation, ...link }: ViewLinkProps) => {
  const search = useMemo(() => ({ ...view, ...(conversation && { conversation }) }), [view, conversation])
  return <MenuLink {...link} part to={path} search={search} />
})

/** The inbox views in the menu, with the number of conversations in each. */
export const InboxViews = (look: MenuLook) => {
  const { t } = useTranslation('inbox/conversations')
  const search = validateChatSearch(useSearch({ strict: false }))
  const { data: counts } = useQuery(conversationCountsQuery())
  const { data } = useQuery(savedViewsQuery('chat'))
  const saved = useMemo(() => (data?.data ?? []).map((view) => ({ ...view, target: searchOfSaved(view) })), [data])
  const savedCounts = useSavedCounts(saved)
  const current = inboxViewOf(search)
  const phone = useMedia('(max-width: 48em)')
  // What is opened is shown first, the addresses of the views come after it.
  const conversation = useDeferredValue(phone ? undefined : search.conversation)
  return (
    <MenuParts label={t('list.view')}>
      {views.map(({ name, search: target }) => (
        <ViewLink
          key={name}
          {...look}
          view={target}
          conversation={conversation}
          icon={viewIcons[name]}
          label={t(`list.views.${name}`)}
          active={name === current}
          // Resolved conversations need no attention, so the rail does not count them.
          count={look.rail && name === 'resolved' ? null : countText(counts?.[name])}
        />
      ))}
      {saved.map((view) => (
        <ViewLink
          key={view.id}
          {...look}
          view={view.target}
          conversation={conversation}
          icon={IconBookmark}
          label={view.name}
          active={search.saved === view.id}
          count={countText(savedCounts.get(view.id))}
        />
      ))}
    </MenuParts>
  )
}
