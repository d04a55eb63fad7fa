import { useEffect, useMemo } from 'react'
import { nothing } from '../client/core.ts'
import { feedKey } from '../client/feed.ts'
import type { Loaded } from '../client/types.ts'
import type { ICount, IStoreQuery } from '../client/wire.ts'
import { useInbox, useInboxState } from './context.ts'
import { type QueryOptions, type QueryResult, useQueryResult } from './query-result.ts'

function useCount(loaded: Loaded<number>, refetch: () => Promise<void>, options?: QueryOptions<ICount>) {
  const count = loaded.data
  const data = useMemo(() => (count === undefined ? undefined : { count }), [count])
  return useQueryResult<ICount>({ ...loaded, data }, refetch, options)
}

/** How many notifications the subscriber has not seen, at most 100. */
export function useUnseenCount(options?: QueryOptions<ICount>): QueryResult<ICount> {
  const inbox = useInbox()
  return useCount(
    useInboxState((state) => state.unseen),
    inbox.refetchCounts,
    options,
  )
}

/** How many notifications the subscriber has not read, at most 100. */
export function useUnreadCount(options?: QueryOptions<ICount>): QueryResult<ICount> {
  const inbox = useInbox()
  return useCount(
    useInboxState((state) => state.unread),
    inbox.refetchCounts,
    options,
  )
}

/** How many notifications of a list the subscriber has not seen, at most 100. */
export function useFeedUnseenCount(
  { query = {} }: { query?: IStoreQuery | undefined },
  options?: QueryOptions<ICount>,
): QueryResult<ICount> {
  const inbox = useInbox()
  const key = feedKey(query)
  const isWatching = options?.enabled !== false
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for the query
  useEffect(() => (isWatching ? inbox.watchFeedCount(query) : undefined), [inbox, key, isWatching])
  return useCount(
    useInboxState((state) => state.feedCounts.get(key) ?? nothing),
    inbox.refetchCounts,
    options,
  )
}
