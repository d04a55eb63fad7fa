import type {
  ConversationView,
  conversationEvents,
  conversationSorts,
  Priority,
} from '@recado/contracts/inbox/conversations'
import { wordOf } from '#web/lib/api/search.ts'

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

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

const oneOf = <T extends string>(values: readonly T[], value: unknown): T | undefined =>
  values.find((candidate) => candidate === value)

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
