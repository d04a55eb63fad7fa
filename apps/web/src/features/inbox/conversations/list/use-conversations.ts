import type { ConversationSummary } from '@recado/contracts/inbox/conversations'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useRef } from 'react'
import { conversationQuery, listQuery } from '../api.ts'
import { itemsOf, keepingOpen } from '../list-cache.ts'
import { type ListFilter, resolvedHitsOf } from '../list-filter.ts'

/** The open conversation as far as it is cached; another component fetches it. */
const useOpen = (openId: string | undefined): ConversationSummary | undefined =>
  useQuery({ ...conversationQuery(openId ?? ''), enabled: false }).data

/**
 * The conversations of a list loaded so far; the open one keeps its position whatever happens to it. A search
 * continues with resolved conversations once all others are loaded; they come last, from `resolvedFrom` on.
 */
export const useConversations = (filter: ListFilter, openId: string | undefined) => {
  const query = useInfiniteQuery(listQuery(filter))
  const isRead = query.isSuccess && !query.hasNextPage
  const hits = resolvedHitsOf(filter)
  const resolved = useInfiniteQuery({ ...listQuery(hits ?? filter), enabled: hits !== null && isRead })
  const open = useOpen(openId)
  const before = useRef<{ filter: ListFilter; items: readonly ConversationSummary[] }>({ filter, items: [] })
  const apart = hits !== null && isRead ? resolved.data : undefined
  const { items, resolvedFrom } = useMemo(() => {
    const first = itemsOf(query.data)
    const ids = new Set(first.map(({ id }) => id))
    const last = itemsOf(apart).filter(({ id }) => !ids.has(id))
    const known = before.current.filter === filter ? before.current.items : []
    return {
      items: keepingOpen(known, [...first, ...last], open),
      resolvedFrom: last.length > 0 ? (last[0]?.id ?? null) : null,
    }
  }, [query.data, apart, filter, open])
  useEffect(() => {
    before.current = { filter, items }
  }, [filter, items])
  const { isFetchingNextPage, fetchNextPage } = hits !== null && isRead ? resolved : query
  const { refetch } = query
  const isPending = query.isPending || (isRead && items.length === 0 && hits !== null && resolved.isPending)
  const error = query.data ? null : query.error
  const hasNextPage = query.hasNextPage || (hits !== null && resolved.hasNextPage)
  return useMemo(
    () => ({
      items,
      /** The index of the first resolved conversation, which starts a separate section. */
      resolvedFrom,
      isPending,
      error,
      hasNextPage,
      isFetchingNextPage,
      refetch,
      fetchNextPage,
    }),
    [items, resolvedFrom, isPending, error, hasNextPage, isFetchingNextPage, refetch, fetchNextPage],
  )
}
export type Conversations = ReturnType<typeof useConversations>
