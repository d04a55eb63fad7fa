import type { ConversationView } from '@recado/contracts/inbox/conversations'
import type { ChatSearch, SearchChange } from './search.ts'

// What addresses mean for the list. Apart from `search.ts`, which every page reads first.

/** Parts of the address that narrow the list down; `view` and `sort` choose and order. */
const filterKeys = [
  ...(['status', 'channel', 'team', 'label', 'priority', 'assignee', 'unread', 'waiting', 'overdue'] as const),
  'event',
] as const
export type FilterKey = (typeof filterKeys)[number]
const momentKeys = ['from', 'to', 'hour'] as const

/** Removes a filter with all its parameters. */
export const withoutFilter = (key: FilterKey): SearchChange => ({
  [key]: undefined,
  saved: undefined,
  ...(key === 'event' ? { from: undefined, to: undefined, hour: undefined } : {}),
})

/** The inbox views: those of the server, and resolved conversations. */
export type InboxView = ConversationView | 'resolved'

/** The URL parameters of a view without filters. */
export const searchOfView = (view: InboxView): ChatSearch => {
  if (view === 'resolved') return { status: 'resolved' }
  return view === 'all' ? {} : { view }
}

/** The inbox view of a URL; null for a saved view or a team queue. */
export const inboxViewOf = ({ view = 'all', status, team, saved }: ChatSearch): InboxView | null => {
  if (saved || (view === 'team' && team)) return null
  return view === 'all' && status === 'resolved' ? 'resolved' : view
}

/** The active filters; parameters that form a view do not count. */
export const activeFilters = (search: ChatSearch): FilterKey[] => {
  const isView = { team: search.view === 'team', status: inboxViewOf(search) === 'resolved' }
  return filterKeys.filter((key) => search[key] !== undefined && !((key === 'team' || key === 'status') && isView[key]))
}

const without = { conversation: undefined, message: undefined, pane: undefined, saved: undefined } as const

/** What a saved view keeps of an address: which conversations, in which order; never which one is open. */
export const viewOf = (search: ChatSearch): Record<string, string> =>
  Object.fromEntries(Object.entries({ ...search, ...without }).filter((pair): pair is [string, string] => !!pair[1]))

/** Takes every filter, the order and the search out of an address. */
export const noFilters: SearchChange = {
  view: undefined,
  search: undefined,
  sort: undefined,
  saved: undefined,
  ...Object.fromEntries([...filterKeys, ...momentKeys].map((key) => [key, undefined])),
}

type Moment = { event?: NonNullable<ChatSearch['event']>; from?: string; to?: string; hour?: number }

/** The event filter of a URL as parameters of the list endpoint. */
const momentOf = ({ event, from, to, hour }: ChatSearch): Moment => {
  if (!event) return {}
  return { event, ...(from ? { from } : {}), ...(to ? { to } : {}), ...(hour ? { hour: Number(hour) } : {}) }
}

const whereSearchLooks = (search: ChatSearch): SearchChange => ({
  view: undefined,
  ...(search.view === 'team' && { team: undefined }),
  ...(inboxViewOf(search) === 'resolved' && { status: undefined }),
})

/** The list query for a URL. A search covers all conversations, whichever view it was started in. */
export const listFilterOf = (search: ChatSearch) => {
  const text = search.search?.trim() ?? ''
  const {
    view = 'all',
    status = 'open',
    team,
    ...rest
  } = text.length >= 2 ? { ...search, ...whereSearchLooks(search) } : search
  return {
    view,
    status,
    sort: rest.sort ?? 'newest',
    ...(rest.channel ? { channelId: rest.channel } : {}),
    ...(team ? { teamId: team } : {}),
    ...(rest.label ? { labelId: rest.label } : {}),
    ...(rest.priority ? { priority: rest.priority } : {}),
    ...(rest.assignee ? { assigneeId: rest.assignee } : {}),
    ...(rest.unread ? { unread: rest.unread } : {}),
    ...(rest.waiting ? { waiting: rest.waiting } : {}),
    ...(rest.overdue ? { overdue: rest.overdue } : {}),
    ...momentOf(search),
    ...(text.length >= 2 ? { search: text } : {}),
  } as const
}
export type ListFilter = ReturnType<typeof listFilterOf>

/** The additional query of a search: resolved conversations, which are shown separately. */
export const resolvedHitsOf = (filter: ListFilter): ListFilter | null =>
  filter.search && filter.status === 'open' ? { ...filter, status: 'resolved' } : null
