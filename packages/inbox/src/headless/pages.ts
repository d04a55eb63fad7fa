import { feedKey } from '../client/feed.ts'
import type { FeedState, Inbox, Loaded } from '../client/types.ts'
import type { IFeedPage, IMessage, IStoreQuery } from '../client/wire.ts'
import { type FetchCallbacks, observe } from './results.ts'

/** A page of a list, as far as it is known; the same object while nothing of it changed. */
const createPage = (page: number, pageSize: number) => {
  const from = page * pageSize
  const to = from + pageSize
  let last: { items: readonly IMessage[]; hasMore: boolean; totalCount: number; data: IFeedPage } | undefined
  const dataOf = ({ items, hasMore, totalCount }: FeedState): IFeedPage => {
    if (last?.items === items && last.hasMore === hasMore && last.totalCount === totalCount) return last.data
    const more = hasMore || items.length > to
    const data = { data: items.slice(from, to), page, pageSize, totalCount, hasMore: more }
    last = { items, hasMore, totalCount, data }
    return data
  }
  return (feed: FeedState | undefined): Loaded<IFeedPage> & { isMissing: boolean } => {
    if (!feed) return { data: undefined, error: null, isLoading: true, isFetching: true, isMissing: false }
    const { items, hasMore, error, isLoading, isFetching } = feed
    const isMissing = !isLoading && hasMore && items.length < to
    const isKnown = !isLoading && !isMissing && !(error && items.length === 0)
    return {
      data: isKnown ? dataOf(feed) : undefined,
      error,
      isLoading: !isKnown,
      isFetching: isFetching || (isMissing && !error),
      isMissing: isMissing && !isFetching && !error,
    }
  }
}

/** Tells of a page of a list (counted from 0), and keeps it read until it is stopped. */
export function watchPage(
  inbox: Inbox,
  query: IStoreQuery,
  page: number,
  callbacks: FetchCallbacks<IFeedPage>,
): () => void {
  const pageSize = query.limit ?? inbox.options.pageSize ?? 10
  const key = feedKey(query)
  const select = createPage(page, pageSize)
  const here = () => inbox.getState().feeds.get(key)
  const wasThere = here() !== undefined
  const unwatch = inbox.watchFeed(query)
  if (wasThere && !here()?.isFetching) void inbox.refetchFeed(query)
  // Pages follow each other: those before this one are read first.
  const readOn = () => {
    if (select(here()).isMissing) void inbox.fetchNextPage(query)
  }
  const stops = [unwatch, observe(inbox, (state) => select(state.feeds.get(key)), callbacks), inbox.subscribe(readOn)]
  inbox.showRange(query, page * pageSize, (page + 1) * pageSize - 1)
  readOn()
  return () => {
    for (const stop of stops) stop()
  }
}
