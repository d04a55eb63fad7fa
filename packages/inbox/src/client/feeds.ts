import type { Core } from './core.ts'
import { asError } from './errors.ts'
import { feedParams, mergePage } from './feed.ts'
import type { Feed, FeedBook } from './feed-book.ts'
import type { IFeedPage, IStoreQuery } from './wire.ts'

/** Notifications that are read at once again; the largest page that servers give. */
const CHUNK = 100
const PAGE = 10

const chunkOf = (place: number) => Math.floor(place / CHUNK)

/** Reads under a name, once at a time: who asks meanwhile waits for what is on its way. */
const createFetching =
  (core: Core, book: FeedBook) =>
  (feed: Feed, name: string, read: () => Promise<void>): Promise<void> => {
    const running = feed.fetching.get(name)
    if (running) return running
    const { signal } = core
    const run = async () => {
      try {
        await read()
      } catch (error) {
        if (!signal.aborted) feed.error = asError(error)
      } finally {
        if (feed.fetching.get(name) === own) feed.fetching.delete(name)
        if (!signal.aborted) book.show(feed)
      }
    }
    // The name is taken before anything is asked.
    const own: Promise<void> = Promise.resolve().then(run)
    feed.fetching.set(name, own)
    book.show(feed)
    return own
  }

/** Reads the lists: page by page, and again where they may have changed. */
export const createFeeds = (core: Core, book: FeedBook) => {
  const fetching = createFetching(core, book)
  const sizeOf = ({ query }: Feed) => Math.min(CHUNK, query.limit ?? core.options.pageSize ?? PAGE)

  const fetchPage = (feed: Feed, page: number, limit: number) =>
    core.retrying(async () => {
      for (;;) {
        const before = book.changes()
        const query = { ...feedParams(feed.query), page, limit }
        const answer = (await core.call({ method: 'GET', path: '/notifications/feed', query })) as IFeedPage
        if (before === book.changes()) return { ...answer, page }
      }
    })

  const readPage = async (feed: Feed, page: number, limit: number): Promise<void> => {
    const { signal } = core
    const answer = await fetchPage(feed, page, limit)
    if (!signal.aborted) Object.assign(feed, mergePage(feed, answer), { known: true, error: null })
  }

  /** What became stale while it was read is read once more. */
  const loadChunk = (feed: Feed, chunk: number): Promise<void> =>
    fetching(feed, `chunk ${chunk}`, async () => {
      const { signal } = core
      const size = sizeOf(feed)
      do {
        feed.stale.delete(chunk)
        const known = Math.max(1, Math.ceil(feed.items.length / size)) * size
        await readPage(feed, chunk, chunk === 0 ? Math.min(CHUNK, known) : CHUNK)
      } while (feed.stale.has(chunk) && feed.watchers > 0 && !signal.aborted)
    })

  const refresh = async (feed: Feed): Promise<void> => {
    const chunks = Math.max(1, Math.ceil(feed.items.length / CHUNK))
    feed.stale = new Set(Array.from({ length: chunks }, (_, chunk) => chunk))
    if (feed.watchers === 0) return
    const wanted = new Set([0, ...feed.visible.map(chunkOf)])
    await Promise.all([...wanted].filter((chunk) => chunk < chunks).map((chunk) => loadChunk(feed, chunk)))
  }

  /** Reads what follows the oldest that is known. What came meanwhile has moved it to a later page. */
  const readOn = async (feed: Feed): Promise<void> => {
    const { signal } = core
    // Whoever has come this far goes on: pages grow, and overlap with what is known rather than leave a gap.
    const limit = feed.items.length >= 2 * CHUNK ? CHUNK : sizeOf(feed)
    const [newest, oldest] = [feed.items[0]?._id, feed.items.at(-1)?._id]
    let page = Math.floor(feed.items.length / limit)
    const isBehind = () => feed.hasMore && feed.items.at(-1)?._id === oldest && page * limit < feed.totalCount
    do await readPage(feed, page++, limit)
    while (isBehind() && !signal.aborted)
    if (feed.items[0]?._id !== newest) void refresh(feed)
  }

  return {
    watch(query?: IStoreQuery): () => void {
      const feed = book.of(query)
      feed.watchers++
      if (core.state.session.status === 'ready' && (!feed.known || feed.stale.size > 0)) void refresh(feed)
      let watching = true
      return () => {
        if (watching) feed.watchers--
        watching = false
      }
    },

    /** Reads again what is watched, and notes that the rest may have changed. */
    refreshAll: (): Promise<unknown> => Promise.all(book.all().map(refresh)),

    async refetch(query?: IStoreQuery, page?: number): Promise<void> {
      const feed = book.of(query)
      if (page) return fetching(feed, `page ${page}`, () => readPage(feed, page, sizeOf(feed)))
      feed.watchers++
      await refresh(feed).finally(() => feed.watchers--)
    },

    async next(query?: IStoreQuery): Promise<void> {
      const feed = book.of(query)
      if (!feed.known || !feed.hasMore) return
      await fetching(feed, 'next', () => readOn(feed))
    },

    showRange(query: IStoreQuery | undefined, first: number, last: number): void {
      const feed = book.of(query)
      feed.visible = [first, last]
      for (const chunk of new Set(feed.visible.map(chunkOf))) if (feed.stale.has(chunk)) void loadChunk(feed, chunk)
    },
  }
}
