import type {
  ConversationView,
  conversationEvents,
  conversationSorts,
  Priority,
} from '@recado/contracts/inbox/conversations'

const statuses = ['open', 'resolved', 'all'] as const
type Sort = (typeof conversationSorts)[number]

// Every page reads addresses before anything else, so the contract gives its words as types here, without its schemas.
const views = {
  mine: true,
  unassigned: true,
  team: true,
  mentions: true,
  failed: true,
  snoozed: true,
  pending: true,
  all: true,
} satisfies Record<ConversationView, true>
const events = { created: true, answered: true, resolved: true } satisfies Record<
  (typeof conversationEvents)[number],
  true
>
const sorts = { newest: true, waiting: true, sla: true, priority: true } satisfies Record<Sort, true>
const priorities = { none: true, low: true, medium: true, high: true, urgent: true } satisfies Record<Priority, true>

/** What the address of the chat page says. */
export type ChatSearch = {
  conversation?: string
  /** Message of it to show, e.g. a place that was found. */
  message?: string
  view?: ConversationView
  status?: (typeof statuses)[number]
  channel?: string
  team?: string
  label?: string
  priority?: Priority
  assignee?: string
  unread?: 'true'
  waiting?: 'true'
  overdue?: 'true'
  /** An event between two days, optionally in one hour of the day, in the company's time zone. */
  event?: keyof typeof events
  from?: string
  to?: string
  hour?: string
  search?: string
  sort?: Sort
  /** The saved view that the rest came from. */
  saved?: string
  /** On a phone, and on a desktop when asked for: the contact's pane is shown. */
  pane?: 'contact'
  /** A contact to begin a conversation with. */
  write?: string
}

/** A change of the address; a parameter given as undefined goes away. */
export type SearchChange = { [key in keyof ChatSearch]?: ChatSearch[key] | undefined }

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

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

const oneOf = <T extends string>(values: readonly T[], value: unknown): T | undefined =>
  values.find((candidate) => candidate === value)

const wordOf = <T extends string>(words: Record<T, true>, value: unknown): T | undefined =>
  typeof value === 'string' && Object.hasOwn(words, value) ? (value as T) : undefined

const set = <K extends keyof ChatSearch>(kept: ChatSearch, key: K, value: ChatSearch[K] | undefined): void => {
  if (value !== undefined) kept[key] = value
}

const idOf = (value: unknown): string | undefined => (typeof value === 'string' && uuid.test(value) ? value : undefined)

const textOf = (value: unknown): string | undefined => {
  const text = typeof value === 'number' ? String(value) : value
  return typeof text === 'string' && text.trim() !== '' ? text.slice(0, 100) : undefined
}

const dayOf = (value: unknown): string | undefined =>
  typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value) && !Number.isNaN(Date.parse(value)) ? value : undefined

const hourOf = (value: unknown): string | undefined =>
  /^(1?\d|2[0-3])$/.test(String(value)) ? String(value) : undefined

/** Keeps what is valid of an address and drops the rest. */
export const validateChatSearch = (raw: Record<string, unknown>): ChatSearch => {
  const kept: ChatSearch = {}
  for (const key of ['conversation', 'message', 'channel', 'team', 'label', 'assignee', 'saved', 'write'] as const)
    set(kept, key, idOf(raw[key]))
  set(kept, 'view', wordOf(views, raw.view))
  set(kept, 'status', oneOf(statuses, raw.status))
  set(kept, 'priority', wordOf(priorities, raw.priority))
  for (const key of ['unread', 'waiting', 'overdue'] as const)
    set(kept, key, raw[key] === 'true' || raw[key] === true ? 'true' : undefined)
  set(kept, 'event', wordOf(events, raw.event))
  for (const key of ['from', 'to'] as const) set(kept, key, dayOf(raw[key]))
  set(kept, 'hour', hourOf(raw.hour))
  set(kept, 'search', textOf(raw.search))
  set(kept, 'sort', wordOf(sorts, raw.sort))
  set(kept, 'pane', oneOf(['contact'] as const, raw.pane))
  return kept
}

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

type Moment = { event?: keyof typeof events; from?: string; to?: string; hour?: number }

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
