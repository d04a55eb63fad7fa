import { useMemo } from 'react'
import type { IFeedPage, IStoreQuery } from '../client/wire.ts'
import { useInbox } from './context.ts'
import { type QueryOptions, type QueryResult, useQueryResult } from './query-result.ts'
import { useWatchedFeed } from './use-watched-feed.ts'

export interface FeedPages {
  pages: IFeedPage[]
  /** The number of each page, from 0. */
  pageParams: number[]
}

export interface FeedQueryResult extends QueryResult<FeedPages> {
  hasNextPage: boolean
  isFetchingNextPage: boolean
  fetchNextPage(): Promise<void>
}

/** The notifications that a query selects, page by page. They are read while this is mounted. */
export function useFetchNotifications(
  { query = {} }: { query?: IStoreQuery | undefined },
  options?: QueryOptions<FeedPages>,
): FeedQueryResult {
  const inbox = useInbox()
  const feed = useWatchedFeed(query, options?.enabled !== false)
  const items = feed && !feed.isLoading && !(feed.error && feed.items.length === 0) ? feed.items : undefined
  const pageSize = query.limit ?? inbox.options.pageSize ?? 10
  const { hasMore = false, totalCount = 0 } = feed ?? {}
  const data = useMemo((): FeedPages | undefined => {
    if (!items) return undefined
    const count = Math.max(1, Math.ceil(items.length / pageSize))
    const pageParams = Array.from({ length: count }, (_, page) => page)
    const pages = pageParams.map((page) => ({
      data: items.slice(page * pageSize, (page + 1) * pageSize),
      page,
      pageSize,
      totalCount,
      hasMore: page < count - 1 || hasMore,
    }))
    return { pages, pageParams }
  }, [items, pageSize, hasMore, totalCount])
  const result = useQueryResult<FeedPages>(
    { data, error: feed?.error ?? null, isLoading: feed?.isLoading ?? true, isFetching: feed?.isFetching ?? false },
    () => inbox.refetchFeed(query),
    options,
  )
  return {
    ...result,
    hasNextPage: hasMore,
    isFetchingNextPage: feed?.isFetchingNextPage ?? false,
    fetchNextPage: () => inbox.fetchNextPage(query),
  }
}
