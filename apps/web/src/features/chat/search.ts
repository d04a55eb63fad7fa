import { conversationViews } from '@recado/contracts/conversations'

const statuses = ['open', 'resolved', 'all'] as const
const sorts = ['newest', 'waiting'] as const

/** What the address of the chat page says. */
export type ChatSearch = {
  conversation?: string
  view?: (typeof conversationViews)[number]
  status?: (typeof statuses)[number]
  channel?: string
  search?: string
  sort?: (typeof sorts)[number]
  /** On a phone, and on a desktop when asked for: the contact's pane is shown. */
  pane?: 'contact'
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

const oneOf = <T extends string>(values: readonly T[], value: unknown): T | undefined =>
  values.find((candidate) => candidate === value)

const set = <K extends keyof ChatSearch>(kept: ChatSearch, key: K, value: ChatSearch[K] | undefined): void => {
  if (value !== undefined) kept[key] = value
}

const idOf = (value: unknown): string | undefined => (typeof value === 'string' && uuid.test(value) ? value : undefined)

/** Keeps what is valid of an address and drops the rest. */
export const validateChatSearch = (raw: Record<string, unknown>): ChatSearch => {
  const kept: ChatSearch = {}
  set(kept, 'conversation', idOf(raw.conversation))
  set(kept, 'view', oneOf(conversationViews, raw.view))
  set(kept, 'status', oneOf(statuses, raw.status))
  set(kept, 'channel', idOf(raw.channel))
  const search = typeof raw.search === 'number' ? String(raw.search) : raw.search
  set(kept, 'search', typeof search === 'string' && search.trim() !== '' ? search.slice(0, 100) : undefined)
  set(kept, 'sort', oneOf(sorts, raw.sort))
  set(kept, 'pane', oneOf(['contact'] as const, raw.pane))
  return kept
}

/** The query of the list endpoint for an address. */
export const listFilterOf = (search: ChatSearch) => {
  const text = search.search?.trim() ?? ''
  return {
    view: search.view ?? 'all',
    status: search.status ?? 'open',
    sort: search.sort ?? 'newest',
    ...(search.channel ? { channelId: search.channel } : {}),
    ...(text.length >= 2 ? { search: text } : {}),
  } as const
}
export type ListFilter = ReturnType<typeof listFilterOf>
