import type { ConversationSummary } from '@recado/contracts/inbox/conversations'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useRef } from 'react'
import { listQuery } from '../api.ts'
import { itemsOf, keepingOpen } from '../list-cache.ts'
import type { ListFilter } from '../search.ts'

/** The conversations of a list as far as they were read. In lists of unread things the open one keeps its place. */
export const useConversations = (filter: ListFilter, openId: string | undefined) => {
  const query = useInfiniteQuery(listQuery(filter))
  const before = useRef<{ filter: ListFilter; items: readonly ConversationSummary[] }>({ filter, items: [] })
  const fleeting = filter.unread !== undefined || filter.view === 'mentions' || filter.view === 'failed'
  const items = useMemo(() => {
    const now = itemsOf(query.data)
    const known = before.current
    return fleeting && known.filter === filter ? keepingOpen(known.items, now, openId) : now
  }, [query.data, filter, fleeting, openId])
  useEffect(() => {
    before.current = { filter, items }
  }, [filter, items])
  return { query, items }
}
export type Conversations = ReturnType<typeof useConversations>
