import type { Core } from './core.ts'
import { feedKey, type Pages } from './feed.ts'
import type { FeedState } from './types.ts'
import type { IMessage, IStoreQuery } from './wire.ts'

/** A change that is on its way: how it makes a notification look, or `null` when it takes it out of such a list. */
export type Overlay = (message: IMessage, query: IStoreQuery) => IMessage | null

export interface Feed extends Pages {
  key: string
  query: IStoreQuery
  watchers: number
  known: boolean
  /** Chunks that may have changed since they were read. */
  stale: Set<number>
  visible: [number, number]
  /** Readings that are on their way, by name. */
  fetching: Map<string, Promise<void>>
  error: Error | null
}

const newFeed = (key: string, query: IStoreQuery): Feed => ({
  key,
  query,
  watchers: 0,
  known: false,
  items: [],
  hasMore: false,
  totalCount: 0,
  stale: new Set(),
  visible: [0, 0],
  fetching: new Map(),
  error: null,
})

/** The lists as the server told of them, and as they are shown: under the changes that are on their way. */
export const createFeedBook = (core: Core) => {
  const feeds = new Map<string, Feed>()
  const overlays = new Set<Overlay>()
  let changes = 0

  const shownOf = (feed: Feed): readonly IMessage[] => {
    if (overlays.size === 0) return feed.items
    let changed = false
    const items = feed.items.flatMap((message) => {
      let shown: IMessage | null = message
      for (const overlay of overlays) if (shown) shown = overlay(shown, feed.query)
      changed ||= shown !== message
      return shown ? [shown] : []
    })
    return changed ? items : feed.items
  }

  const stateOf = (feed: Feed): FeedState => {
    const items = shownOf(feed)
    return {
      items,
      hasMore: feed.hasMore,
      totalCount: Math.max(0, feed.totalCount - (feed.items.length - items.length)),
      isLoading: !feed.known && (feed.fetching.size > 0 || feed.error === null),
      isFetching: feed.fetching.size > 0,
      isFetchingNextPage: feed.fetching.has('next'),
      error: feed.error,
    }
  }

  const show = (shown: Iterable<Feed>) => {
    const all = new Map(core.state.feeds)
    for (const feed of shown) all.set(feed.key, stateOf(feed))
    core.set({ feeds: all })
  }

  const distinct = (found: Iterable<Feed>, wanted: (message: IMessage) => boolean = () => true) => {
    const messages = new Map<string, IMessage>()
    for (const { items } of found) for (const message of items) if (wanted(message)) messages.set(message._id, message)
    return [...messages.values()]
  }

  return {
    all: (): Feed[] => [...feeds.values()],
    of(query: IStoreQuery = {}): Feed {
      const key = feedKey(query)
      const feed = feeds.get(key) ?? newFeed(key, query)
      feeds.set(key, feed)
      return feed
    },
    show: (feed: Feed): void => show([feed]),
    /** Grows with each change that ended. What was asked before may tell of a time before it. */
    changes: (): number => changes,

    find: (ids: ReadonlySet<string>): IMessage[] => distinct(feeds.values(), ({ _id }) => ids.has(_id)),
    /** What is in the lists of these feeds of the service, or in any. */
    holding(feedId: readonly string[]): IMessage[] {
      const holds = ({ query: { feedIdentifier: own } }: Feed) =>
        feedId.length === 0 || (own !== undefined && [own].flat().every((one) => feedId.includes(one)))
      return distinct([...feeds.values()].filter(holds))
    },

    lay(overlay: Overlay): void {
      overlays.add(overlay)
      show(feeds.values())
    },
    /** Ends a change: what it did stays, or it is gone without a trace. One that was forgotten has ended. */
    lift(overlay: Overlay, kept: Overlay | null): void {
      if (!overlays.delete(overlay)) return
      changes++
      for (const feed of kept ? feeds.values() : []) {
        const before = feed.items.length
        feed.items = feed.items.flatMap((message) => kept?.(message, feed.query) ?? [])
        feed.totalCount = Math.max(0, feed.totalCount - (before - feed.items.length))
      }
      show(feeds.values())
    },

    /** What was on its way is given up. */
    rest(): void {
      for (const feed of feeds.values()) feed.fetching.clear()
      show(feeds.values())
    },
    forget(): void {
      for (const [key, { query, watchers }] of feeds) {
        if (watchers === 0) feeds.delete(key)
        else Object.assign(feeds.get(key) ?? {}, newFeed(key, query), { watchers })
      }
      overlays.clear()
      core.set({ feeds: new Map() })
    },
  }
}

export type FeedBook = ReturnType<typeof createFeedBook>
