import type { EndpointResponse } from '@recado/contracts/endpoint'
import { type ConversationSummary, type listConversations, priorities } from '@recado/contracts/inbox/conversations'
import { type InfiniteData, replaceEqualDeep } from '@tanstack/react-query'
import type { ListFilter } from './list-filter.ts'

export type ListPage = EndpointResponse<typeof listConversations>
export type ListData = InfiniteData<ListPage, string | null>

const never = Date.parse('9999-01-01')
const moment = (instant: string | null): number => (instant === null ? never : Date.parse(instant))

/** Where an item stands: the smaller comes first. */
const ranks: Record<ListFilter['sort'], (item: ConversationSummary) => number> = {
  newest: (item) => -Date.parse(item.lastMessageAt),
  waiting: (item) => moment(item.waitingSince),
  sla: (item) => moment(item.slaDueAt),
  priority: (item) => -priorities.indexOf(item.priority),
}

/** What was read again, in the objects that are known where they say the same: wherever it stands now, it need not render. */
const inKnownObjects = (known: ListData, fresh: ListPage): ListPage => {
  const byId = new Map(known.pages.flatMap(({ data }) => data.map((item) => [item.id, item] as const)))
  return { ...fresh, data: fresh.data.map((item) => replaceEqualDeep(byId.get(item.id), item)) }
}

/**
 * The list after its first page was read again: what stands there now, followed by what was loaded beyond it. An item
 * that should stand on the first page and does not is gone from this list.
 */
export const withFirstPage = (known: ListData, read: ListPage, sort: ListFilter['sort']): ListData => {
  const fresh = inKnownObjects(known, read)
  const last = fresh.data.at(-1)
  if (!fresh.page.has_more || !last) return { pages: [fresh], pageParams: [null] }
  const ids = new Set(fresh.data.map(({ id }) => id))
  const edge = ranks[sort](last)
  const rest = known.pages.flatMap(({ data }) => data).filter((item) => !ids.has(item.id) && ranks[sort](item) >= edge)
  const end = known.pages.at(-1)
  if (!end || rest.length === 0) return { pages: [fresh], pageParams: [null] }
  return { pages: [fresh, { data: rest, page: end.page }], pageParams: [null, fresh.page.next] }
}

/** Who reads the list, for views that depend on it. */
export type Reader = { userId: string; teamIds: readonly string[] }

const inView = (filter: ListFilter, item: ConversationSummary, reader: Reader): boolean => {
  if (filter.view === 'mine') return item.assignee?.id === reader.userId
  if (filter.view === 'unassigned') return item.assignee === null
  if (filter.view === 'team') return item.team !== null && (!!filter.teamId || reader.teamIds.includes(item.team.id))
  if (filter.view === 'snoozed') return item.status === 'snoozed'
  if (filter.view === 'pending') return item.status === 'pending'
  return true
}

const inStatus = (filter: ListFilter, { status }: ConversationSummary): boolean => {
  if (filter.status === 'all') return true
  if (filter.status === 'resolved') return status === 'resolved'
  return status !== 'resolved' && (status !== 'snoozed' || filter.view === 'snoozed')
}

/**
 * Whether a conversation still belongs in a list. What only reading changes (unread, mentions) and what the browser
 * cannot judge (search) takes nothing out: the server does, when the list is read again.
 */
export const belongs = (filter: ListFilter, item: ConversationSummary, reader: Reader): boolean =>
  inView(filter, item, reader) &&
  inStatus(filter, item) &&
  (!filter.channelId || item.channel.id === filter.channelId) &&
  (!filter.teamId || item.team?.id === filter.teamId) &&
  (!filter.assigneeId || item.assignee?.id === filter.assigneeId) &&
  (!filter.priority || item.priority === filter.priority) &&
  (!filter.labelId || item.labelIds.includes(filter.labelId))

/** Puts a conversation's fresh state in its place in a list, when it stands there; out of it when `stays` says no. */
export const withSummary = (known: ListData, summary: ConversationSummary, stays = true): ListData => ({
  ...known,
  pages: known.pages.map((page) =>
    page.data.some(({ id }) => id === summary.id)
      ? {
          ...page,
          data: stays
            ? page.data.map((item) => (item.id === summary.id ? replaceEqualDeep(item, summary) : item))
            : page.data.filter(({ id }) => id !== summary.id),
        }
      : page,
  ),
})

/** The conversations of all pages, each once. */
export const itemsOf = (data: Pick<ListData, 'pages'> | undefined): ConversationSummary[] => {
  const byId = new Map<string, ConversationSummary>()
  for (const page of data?.pages ?? []) for (const item of page.data) if (!byId.has(item.id)) byId.set(item.id, item)
  return [...byId.values()]
}

/**
 * The items with the open one kept in its position and up to date: a change of it must not remove it while the member
 * is reading.
 */
export const keepingOpen = (
  before: readonly ConversationSummary[],
  now: ConversationSummary[],
  open: ConversationSummary | undefined,
): ConversationSummary[] => {
  if (!open || now.some(({ id }) => id === open.id)) return now
  const at = before.findIndex(({ id }) => id === open.id)
  return at < 0 ? now : now.toSpliced(Math.min(at, now.length), 0, open)
}
