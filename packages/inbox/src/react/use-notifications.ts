import { useContext, useMemo } from 'react'
import { feedKey } from '../client/feed.ts'
import type { IMessage, IStore, IStoreQuery } from '../client/wire.ts'
import { useInbox, useInboxState } from './context.ts'
import { NotificationCenterContext } from './notification-center.ts'
import { useStores } from './stores.tsx'
import { useWatchedFeed } from './use-watched-feed.ts'

type MessageIds = string | string[]

export interface INotificationsContext {
  storeId: string
  storeQuery: IStoreQuery
  stores: readonly IStore[]
  setStore(storeId: string): void
  unseenCount: number
  unreadCount: number
  /** What was fetched of the store that is shown; nothing before its first page is there. */
  notifications: readonly IMessage[] | undefined
  hasNextPage: boolean
  isLoading: boolean
  isFetching: boolean
  isFetchingNextPage: boolean
  error: Error | null
  fetchNextPage(): Promise<void>
  /** Reads the list again, from a page (counted from 0). Other fields narrow the list until another store is chosen. */
  refetch(query?: { page?: number } & IStoreQuery): Promise<void>
  markNotificationAsRead(messageId: MessageIds): Promise<void>
  /** Stays seen. */
  markNotificationAsUnRead(messageId: MessageIds): Promise<void>
  markNotificationAsSeen(messageId: MessageIds): Promise<void>
  markFetchedNotificationsAsRead(): Promise<void>
  /** Those neither seen nor read; nothing becomes unread by it. */
  markFetchedNotificationsAsSeen(): Promise<void>
  markAllNotificationsAsRead(): Promise<void>
  markAllNotificationsAsSeen(): Promise<void>
  removeMessage(messageId: string): Promise<void>
  removeMessages(messageIds: string[]): Promise<void>
  removeAllMessages(feedId?: string): Promise<void>
}

/**
 * The list of the store that is shown, and all that can be done with it. The list is read inside of a
 * NotificationCenter, and anywhere while the strategy says `fetchNotifications`.
 *
 * A method whose result no one awaits fails quietly: the list shows what holds.
 */
export function useNotifications(): INotificationsContext {
  const inbox = useInbox()
  const { stores, storeId, storeQuery, setStore, setStoreQuery } = useStores()
  const key = feedKey(storeQuery)
  const isInCenter = useContext(NotificationCenterContext) !== null
  const isAsked = useInboxState((state) => state.strategy.fetchNotifications) || isInCenter
  const feed = useWatchedFeed(storeQuery, isInCenter)
  const session = useInboxState((state) => state.session)
  const unseenCount = useInboxState((state) => state.unseen.data ?? 0)
  const unreadCount = useInboxState((state) => state.unread.data ?? 0)

  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for the query
  const methods = useMemo(() => {
    const fetched = () => inbox.getState().feeds.get(key)?.items ?? []
    const markAs = (messageId: MessageIds, mark: { seen?: boolean; read?: boolean }) =>
      messageId.length ? watched(inbox.markAs(messageId, mark)) : Promise.resolve()
    const ids = (items: readonly IMessage[]) => items.map(({ _id }) => _id)
    return {
      setStore,
      fetchNextPage: () => watched(inbox.fetchNextPage(storeQuery)),
      refetch: ({ page, ...query }: { page?: number } & IStoreQuery = {}) => {
        const narrowed = { ...storeQuery, ...query }
        if (Object.keys(query).length) setStoreQuery(query)
        return watched(inbox.refetchFeed(narrowed, page))
      },
      markNotificationAsRead: (messageId: MessageIds) => markAs(messageId, { seen: true, read: true }),
      markNotificationAsUnRead: (messageId: MessageIds) => markAs(messageId, { seen: true, read: false }),
      markNotificationAsSeen: (messageId: MessageIds) => markAs(messageId, { seen: true }),
      markFetchedNotificationsAsRead: () =>
        markAs(ids(fetched().filter(({ read }) => !read)), { seen: true, read: true }),
      markFetchedNotificationsAsSeen: () =>
        markAs(ids(fetched().filter(({ seen, read }) => !seen && !read)), { seen: true }),
      markAllNotificationsAsRead: () => watched(inbox.markAllRead(storeQuery.feedIdentifier, storeQuery.payload)),
      markAllNotificationsAsSeen: () => watched(inbox.markAllSeen(storeQuery.feedIdentifier, storeQuery.payload)),
      removeMessage: (messageId: string) => watched(inbox.remove(messageId)),
      removeMessages: (messageIds: string[]) => watched(inbox.remove(messageIds)),
      removeAllMessages: (feedId?: string) => watched(inbox.removeAll(feedId)),
    }
  }, [inbox, key, setStore, setStoreQuery])

  return {
    ...methods,
    storeId,
    storeQuery,
    stores,
    unseenCount,
    unreadCount,
    notifications: feed && !feed.isLoading ? feed.items : undefined,
    hasNextPage: feed?.hasMore ?? false,
    isLoading: (feed?.isLoading ?? isAsked) && session.status !== 'failed',
    isFetching: feed?.isFetching ?? false,
    isFetchingNextPage: feed?.isFetchingNextPage ?? false,
    error: feed?.error ?? session.error,
  }
}

/** A promise whose failure is no unhandled rejection when the caller does not wait for it. */
function watched(work: Promise<unknown>): Promise<void> {
  const done = work.then(() => {})
  done.catch(() => {})
  return done
}
