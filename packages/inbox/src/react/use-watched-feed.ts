import { useEffect } from 'react'
import { feedKey } from '../client/feed.ts'
import type { FeedState } from '../client/types.ts'
import type { IStoreQuery } from '../client/wire.ts'
import { useInbox, useInboxState } from './context.ts'

/** What is known of a list, which is kept read while this is mounted and `isWatching`. */
export function useWatchedFeed(query: IStoreQuery, isWatching: boolean): FeedState | undefined {
  const inbox = useInbox()
  const key = feedKey(query)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for the query
  useEffect(() => (isWatching ? inbox.watchFeed(query) : undefined), [inbox, key, isWatching])
  return useInboxState((state) => state.feeds.get(key))
}
