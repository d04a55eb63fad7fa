import type { ConversationSummary } from '@recado/contracts/inbox/conversations'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useRef } from 'react'
import { conversationQuery, listQuery } from '../api.ts'
import { itemsOf, keepingOpen } from '../list-cache.ts'
import { type ListFilter, resolvedHitsOf } from '../search.ts'

/** The open conversation as far as it is known; somebody else reads it. */
const useOpen = (openId: string | undefined): ConversationSummary | undefined =>
  useQuery({ ...conversationQuery(openId ?? ''), enabled: false }).data

/**
 * The conversations of a list as far as they were read; the open one keeps its place whatever becomes of it. A search
 * goes on among what is resolved once everything else was read: that stands last, from `resolvedFrom` on.
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
      /** The first of those that are resolved and shown apart. */
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
