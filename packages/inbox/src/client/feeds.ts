import type { Core } from './core.ts'
import { asError } from './errors.ts'
import { feedKey, feedParams, mergePage, type Pages } from './feed.ts'
import type { FeedState } from './types.ts'
import type { IFeedPage, IMessage, IStoreQuery } from './wire.ts'

/** A change that is on its way: how it makes a notification look, or `null` when it takes it out of such a list. */
export type Overlay = (message: IMessage, query: IStoreQuery) => IMessage | null

/** Notifications that are read again at once; the largest page that servers give. */
const CHUNK = 100
const PAGE = 10

const unread: FeedState = {
  items: [],
  hasMore: false,
  totalCount: 0,
  isLoading: false,
  isFetching: false,
  isFetchingNextPage: false,
  error: null,
}

interface Feed extends Pages {
  key: string
  query: IStoreQuery
  watchers: number
  known: boolean
  /** Chunks that may have changed since they were read. */
  stale: Set<number>
  visible: [number, number]
  fetching: Set<string>
  error: Error | null
}

/** The lists: what the server said of them, read again where it may have changed, under the changes on their way. */
export const createFeeds = (core: Core) => {
  const feeds = new Map<string, Feed>()
  const overlays = new Set<Overlay>()
  /** Grows with each change that ended. What was asked before may tell of a time before it. */
  let changes = 0

  const feedOf = (query: IStoreQuery = {}): Feed => {
    const key = feedKey(query)
    const known = feeds.get(key)
    if (known) return known
    const feed: Feed = {
      key,
      query,
      watchers: 0,
      known: false,
      items: [],
      hasMore: false,
      totalCount: 0,
      stale: new Set(),
      visible: [0, 0],
      fetching: new Set(),
      error: null,
    }
    feeds.set(key, feed)
    return feed
  }

  const seenThrough = (feed: Feed): readonly IMessage[] => {
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

  const show = (...shown: Feed[]) => {
    const all = new Map(core.state.feeds)
    for (const feed of shown) {
      const items = seenThrough(feed)
      all.set(feed.key, {
        items,
        hasMore: feed.hasMore,
        totalCount: Math.max(0, feed.totalCount - (feed.items.length - items.length)),
        isLoading: !feed.known && feed.fetching.size > 0,
        isFetching: feed.fetching.size > 0,
        isFetchingNextPage: feed.fetching.has('next'),
        error: feed.error,
      })
    }
    core.set({ feeds: all })
  }
  const showAll = () => show(...feeds.values())

  const sizeOf = ({ query }: Feed) => Math.min(CHUNK, query.limit ?? core.options.pageSize ?? PAGE)

  const fetchPage = (feed: Feed, page: number, limit: number) =>
    core.retrying(async () => {
      for (;;) {
        const before = changes
        const query = { ...feedParams(feed.query), page, limit }
        const answer = (await core.call({ method: 'GET', path: '/notifications/feed', query })) as IFeedPage
        if (before === changes) return answer
      }
    })

  /** Reads one page into a list, once at a time for each name. */
  const load = async (feed: Feed, name: string, page: number, limit: number): Promise<void> => {
    if (feed.fetching.has(name)) return
    const { signal } = core
    feed.fetching.add(name)
    show(feed)
    try {
      const answer = await fetchPage(feed, page, limit)
      if (signal.aborted) return
      Object.assign(feed, mergePage(feed, { ...answer, page }), { known: true, error: null })
    } catch (error) {
      if (signal.aborted) return
      feed.error = asError(error)
    } finally {
      feed.fetching.delete(name)
      if (!signal.aborted) show(feed)
    }
  }

  /** The chunk that holds this place, in one request. */
  const loadChunk = (feed: Feed, chunk: number): Promise<void> => {
    feed.stale.delete(chunk)
    const size = sizeOf(feed)
    const limit = chunk === 0 ? Math.min(CHUNK, Math.max(1, Math.ceil(feed.items.length / size)) * size) : CHUNK
    return load(feed, `chunk ${chunk}`, chunk, limit)
  }

  const refresh = async (feed: Feed): Promise<void> => {
    const chunks = Math.max(1, Math.ceil(feed.items.length / CHUNK))
    feed.stale = new Set(Array.from({ length: chunks }, (_, chunk) => chunk))
    if (feed.watchers === 0) return
    const [first, last] = feed.visible
    const wanted = new Set([0, Math.floor(first / CHUNK), Math.floor(last / CHUNK)])
    await Promise.all([...wanted].filter((chunk) => chunk < chunks).map((chunk) => loadChunk(feed, chunk)))
  }

  return {
    state: (query?: IStoreQuery): FeedState => core.state.feeds.get(feedKey(query)) ?? unread,

    watch(query?: IStoreQuery): () => void {
      const feed = feedOf(query)
      feed.watchers++
      if (core.state.session.status === 'ready' && (!feed.known || feed.stale.size > 0)) void refresh(feed)
      let watching = true
      return () => {
        if (watching) feed.watchers--
        watching = false
      }
    },

    /** Reads again what is watched, and notes that the rest may have changed. */
    refreshAll: (): Promise<unknown> => Promise.all([...feeds.values()].map(refresh)),

    async refetch(query?: IStoreQuery, page?: number): Promise<void> {
      const feed = feedOf(query)
      if (page) return load(feed, `page ${page}`, page, sizeOf(feed))
      feed.watchers++
      await refresh(feed).finally(() => feed.watchers--)
    },

    async next(query?: IStoreQuery): Promise<void> {
      const feed = feedOf(query)
      if (!feed.known || !feed.hasMore) return
      // Whoever has come this far goes on: larger pages, as long as the list is made of whole ones.
      const size = sizeOf(feed)
      const limit = feed.items.length >= 2 * CHUNK ? CHUNK : size
      await load(feed, 'next', Math.floor(feed.items.length / limit), limit)
    },

    showRange(query: IStoreQuery | undefined, first: number, last: number): void {
      const feed = feedOf(query)
      feed.visible = [first, last]
      const chunks = [Math.floor(first / CHUNK), Math.floor(last / CHUNK)]
      for (const chunk of new Set(chunks)) if (feed.stale.has(chunk)) void loadChunk(feed, chunk)
    },

    /** Lists that hold notifications of a feed of the service, or of any. */
    holding: (feedId: readonly string[]): IMessage[] => {
      const found = new Map<string, IMessage>()
      for (const { items, query } of feeds.values()) {
        const own = Array.isArray(query.feedIdentifier) ? query.feedIdentifier : [query.feedIdentifier]
        const holds = feedId.length === 0 || own.every((one) => one !== undefined && feedId.includes(one))
        if (holds) for (const message of items) found.set(message._id, message)
      }
      return [...found.values()]
    },
    find: (ids: ReadonlySet<string>): IMessage[] => {
      const found = new Map<string, IMessage>()
      for (const { items } of feeds.values()) {
        for (const message of items) if (ids.has(message._id)) found.set(message._id, message)
      }
      return [...found.values()]
    },

    lay(overlay: Overlay): void {
      overlays.add(overlay)
      showAll()
    },
    /** Ends a change: what it did to what is known stays, or it is gone without a trace. */
    lift(overlay: Overlay, kept: Overlay | null): void {
      changes++
      overlays.delete(overlay)
      if (kept) {
        for (const feed of feeds.values()) {
          const before = feed.items.length
          feed.items = feed.items.flatMap((message) => kept(message, feed.query) ?? [])
          feed.totalCount = Math.max(0, feed.totalCount - (before - feed.items.length))
        }
      }
      showAll()
    },

    forget(): void {
      for (const [key, feed] of feeds) {
        if (feed.watchers === 0) feeds.delete(key)
        Object.assign(feed, { known: false, items: [], hasMore: false, totalCount: 0, error: null, visible: [0, 0] })
        feed.stale.clear()
        feed.fetching.clear()
      }
      overlays.clear()
      core.set({ feeds: new Map() })
    },
  }
}
