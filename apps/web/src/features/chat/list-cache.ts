import type { ConversationSummary, listConversations } from '@recado/contracts/conversations'
import type { EndpointResponse } from '@recado/contracts/endpoint'
import type { InfiniteData } from '@tanstack/react-query'
import type { ListFilter } from './search.ts'

export type ListPage = EndpointResponse<typeof listConversations>
export type ListData = InfiniteData<ListPage, string | null>

const rank = (item: ConversationSummary, sort: ListFilter['sort']): number =>
  sort === 'newest' ? -Date.parse(item.lastMessageAt) : Date.parse(item.waitingSince ?? '9999-01-01')

/**
 * The list after its first page was read again: what stands there now, followed by what was loaded beyond it. An item
 * that should stand on the first page and does not is gone from this list.
 */
export const withFirstPage = (known: ListData, fresh: ListPage, sort: ListFilter['sort']): ListData => {
  const last = fresh.data.at(-1)
  if (!fresh.page.has_more || !last) return { pages: [fresh], pageParams: [null] }
  const ids = new Set(fresh.data.map(({ id }) => id))
  const edge = rank(last, sort)
  const rest = known.pages.flatMap(({ data }) => data).filter((item) => !ids.has(item.id) && rank(item, sort) >= edge)
  const end = known.pages.at(-1)
  if (!end || rest.length === 0) return { pages: [fresh], pageParams: [null] }
  return { pages: [fresh, { data: rest, page: end.page }], pageParams: [null, fresh.page.next] }
}

/** Puts a conversation's fresh state in its place in a list, when it stands there. */
export const withSummary = (known: ListData, summary: ConversationSummary): ListData => ({
  ...known,
  pages: known.pages.map((page) =>
    page.data.some(({ id }) => id === summary.id)
      ? { ...page, data: page.data.map((item) => (item.id === summary.id ? summary : item)) }
      : page,
  ),
})
