import type { EndpointResponse } from '@recado/contracts/endpoint'
import {
  type ConversationSummary,
  getConversation,
  listAssignees,
  listColleagues,
  listConversations,
  listParticipants,
  readConversation,
} from '@recado/contracts/inbox/conversations'
import { getMessages, listMessages } from '@recado/contracts/inbox/messages'
import {
  infiniteQueryOptions,
  keepPreviousData,
  type QueryClient,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query'
import { call } from '#web/lib/api/api.ts'
import { conversationCountsKey } from '#web/queries/conversation-counts.ts'
import { belongs, type ListData, type Reader, withSummary } from './list-cache.ts'
import type { ListFilter } from './list-filter.ts'
import { type MessageCache, withNewest, withOlder } from './message-cache.ts'

export type ConversationDetail = EndpointResponse<typeof getConversation>

const listKey = ['conversations', 'list'] as const
const pageSize = 30
const newestCount = 60
const olderCount = 100

export const keys = {
  list: (filter: ListFilter) => [...listKey, filter] as const,
  lists: listKey,
  detail: (id: string) => ['conversations', 'detail', id] as const,
  messages: (id: string) => ['conversations', 'messages', id] as const,
}

export const fetchListPage = (filter: ListFilter, cursor: string | null, signal?: AbortSignal) =>
  call(
    listConversations,
    { query: { ...filter, limit: pageSize, ...(cursor ? { cursor } : {}) } },
    signal ? { signal } : {},
  )

export const listQuery = (filter: ListFilter) =>
  infiniteQueryOptions({
    queryKey: keys.list(filter),
    queryFn: ({ pageParam, signal }) => fetchListPage(filter, pageParam, signal),
    initialPageParam: null as string | null,
    getNextPageParam: ({ page }) => (page.has_more ? page.next : null),
    // It compares by place, and conversations change places with every message: `list-cache.ts` compares by id.
    structuralSharing: false,
  })

export const conversationQuery = (id: string) =>
  queryOptions({
    queryKey: keys.detail(id),
    queryFn: ({ signal }) => call(getConversation, { params: { id } }, { signal }),
    staleTime: 0,
  })

/** The newest messages; on reading again they are merged into what is known. Older ones come by `loadOlder`. */
export const messagesQuery = (queryClient: QueryClient, id: string) =>
  queryOptions({
    queryKey: keys.messages(id),
    queryFn: async ({ signal }): Promise<MessageCache> => {
      const page = await call(listMessages, { params: { id }, query: { limit: newestCount } }, { signal })
      return withNewest(queryClient.getQueryData<MessageCache>(keys.messages(id)), page)
    },
    staleTime: 0,
    structuralSharing: false,
  })

/** Reads the page before the oldest message known. */
export const loadOlder = async (queryClient: QueryClient, id: string): Promise<void> => {
  const known = queryClient.getQueryData<MessageCache>(keys.messages(id))
  if (!known?.hasBefore || !known.before) return
  const page = await call(listMessages, { params: { id }, query: { limit: olderCount, before: known.before } })
  queryClient.setQueryData<MessageCache>(keys.messages(id), (now) =>
    now?.before === known.before ? withOlder(now, page) : now,
  )
}

/** Named messages of a conversation, a hundred a call. */
export const fetchMessages = async (id: string, ids: readonly string[]) =>
  (await call(getMessages, { params: { id }, query: { ids: ids.join(',') } })).data

export const assigneesKey = ['conversations', 'assignees'] as const
/** Members whom one may give conversations to, found by name; with `id` only that one. */
export const assigneesQuery = (query: { search?: string; id?: string } = {}) =>
  queryOptions({
    queryKey: [...assigneesKey, query],
    queryFn: ({ signal }) => call(listAssignees, { query }, { signal }),
    staleTime: 60_000,
    placeholderData: keepPreviousData,
  })

export const colleaguesKey = ['conversations', 'colleagues'] as const
/** Members found by name; with a conversation those who may see it. */
export const colleaguesQuery = (query: { search?: string; id?: string; conversationId?: string } = {}) =>
  queryOptions({
    queryKey: [...colleaguesKey, query],
    queryFn: ({ signal }) => call(listColleagues, { query }, { signal }),
    staleTime: 60_000,
    placeholderData: keepPreviousData,
  })

/** What is unread in a list besides the conversation that is open; read again when the number of unread ones changes. */
export const nextUnreadQuery = (filter: ListFilter, openId: string, unread: number) =>
  queryOptions({
    queryKey: ['conversations', 'next-unread', filter, openId, unread],
    queryFn: ({ signal }) => call(listConversations, { query: { ...filter, unread: 'true', limit: 2 } }, { signal }),
    placeholderData: keepPreviousData,
  })

export const participantsQuery = (id: string) =>
  queryOptions({
    queryKey: ['conversations', 'participants', id],
    queryFn: ({ signal }) => call(listParticipants, { params: { id } }, { signal }),
  })

const filterOf = (key: readonly unknown[]): ListFilter => key[2] as ListFilter

/**
 * Puts a conversation's fresh state everywhere it is shown. With a reader it also goes out of the lists that it no
 * longer belongs to.
 */
export const keepSummary = (queryClient: QueryClient, summary: ConversationSummary, reader?: Reader): void => {
  queryClient.setQueryData<ConversationDetail>(keys.detail(summary.id), (known) =>
    known ? { ...known, ...summary, contact: { ...known.contact, displayName: summary.contact.displayName } } : known,
  )
  for (const [key, known] of queryClient.getQueriesData<ListData>({ queryKey: keys.lists })) {
    const stays = !reader || belongs(filterOf(key), summary, reader)
    if (known) queryClient.setQueryData<ListData>(key, withSummary(known, summary, stays))
  }
  void queryClient.invalidateQueries({ queryKey: conversationCountsKey })
}

/** Tells the server what the team has read. */
export const useReadConversation = (id: string) => {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (read: boolean) => call(readConversation, { params: { id }, body: { read } }),
    onSuccess: (summary: ConversationSummary) => keepSummary(queryClient, summary),
    meta: { quiet: true },
  })
}
