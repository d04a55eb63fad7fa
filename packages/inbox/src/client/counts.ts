import { type Core, nothing } from './core.ts'
import { feedKey, feedParams } from './feed.ts'
import type { Loaded } from './types.ts'
import type { ICount, IStoreQuery } from './wire.ts'

const LIMIT = 100

/** How many are unseen and unread, in all and in each list that someone watches. */
export const createCounts = (core: Core) => {
  type Name = 'unseen' | 'unread'
  const put = (name: Name, value: Loaded<number>) => {
    const before = core.state[name].data
    core.set({ [name]: value })
    if (value.data === undefined || value.data === before) return
    core.emit(name === 'unseen' ? 'unseenCountChanged' : 'unreadCountChanged', value.data)
  }
  /** Changes that are on their way: until the server has answered them, what it says may be from before. */
  let underWay = 0
  let isDoubtful = false
  const withoutDoubt = (name: Name, value: Loaded<number>): Loaded<number> => {
    const { data } = core.state[name]
    if (underWay === 0 || data === undefined || value.data === undefined || value.data === data) return value
    isDoubtful = true
    return { ...value, data }
  }
  const countOf = async (path: string, query: IStoreQuery) => {
    const { count } = await core.data<ICount>({ method: 'GET', path, query: { ...feedParams(query), limit: LIMIT } })
    return count
  }
  const readerOf = (name: Name) =>
    core.reader(
      () => core.state[name],
      (value) => put(name, withoutDoubt(name, value)),
      () => countOf(`/notifications/${name}`, {}),
    )
  const readers = { unseen: readerOf('unseen'), unread: readerOf('unread') }

  const feeds = new Map<string, { watchers: number; read: () => Promise<void> }>()
  const feedCount = (query: IStoreQuery = {}) => {
    const key = feedKey(query)
    const known = feeds.get(key)
    if (known) return known
    const place = {
      watchers: 0,
      read: core.reader(
        () => core.state.feedCounts.get(key) ?? nothing,
        (value) => core.set({ feedCounts: new Map(core.state.feedCounts).set(key, value) }),
        () => countOf('/notifications/count', { ...query, seen: false }),
      ),
    }
    feeds.set(key, place)
    return place
  }

  return {
    read: (name: Name): Promise<void> => readers[name](),
    /** What the server told. */
    tell(name: Name, count: number): void {
      const { isFetching } = core.state[name]
      put(name, withoutDoubt(name, { data: count, error: null, isLoading: false, isFetching }))
    },
    /** A change begins, whose counts are shown already: another number counts only once all changes are answered. */
    begin(): void {
      underWay++
    },
    /** It is answered. Whether the counts must be asked for, because another number was told meanwhile. */
    settle(): boolean {
      underWay--
      if (underWay > 0 || !isDoubtful) return false
      isDoubtful = false
      return true
    },
    /** What is to be expected of a change that is on its way. Returns what takes it back, unless more was told since. */
    shift(name: Name, by: number | 'none'): () => void {
      const { data: before } = core.state[name]
      if (before === undefined) return () => {}
      const after = by === 'none' ? 0 : Math.max(0, before + by)
      put(name, { ...core.state[name], data: after })
      return () => {
        if (core.state[name].data === after) put(name, { ...core.state[name], data: before })
      }
    },
    watchFeed(query?: IStoreQuery): () => void {
      const place = feedCount(query)
      place.watchers++
      if (core.state.session.status === 'ready') void place.read()
      let watching = true
      return () => {
        if (watching) place.watchers--
        watching = false
      }
    },
    readFeeds: (): Promise<unknown> =>
      Promise.all([...feeds.values()].filter(({ watchers }) => watchers > 0).map(({ read }) => read())),
  }
}
