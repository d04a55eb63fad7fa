import { createChanges } from './changes.ts'
import { type Core, createCore, emptyState, nothing } from './core.ts'
import { createCounts } from './counts.ts'
import { createFeedBook } from './feed-book.ts'
import { createFeeds } from './feeds.ts'
import { createLive } from './live.ts'
import { createPreferences } from './preferences.ts'
import { createSession } from './session.ts'
import type { Inbox, InboxOptions, Loaded } from './types.ts'
import type { IOrganizationEntity } from './wire.ts'

/** What is read of a subscriber besides the lists. */
const createReadings = (core: Core) => {
  const counts = createCounts(core)
  const preferences = createPreferences(core)
  const organization = core.reader(
    () => core.state.organization,
    (value) => core.set({ organization: value }),
    () => core.data<IOrganizationEntity>({ method: 'GET', path: '/organization' }),
  )

  /** Those that the strategy asks for, or that someone asked for. */
  const readCounts = () => {
    const { strategy, unseen, unread } = core.state
    if (strategy.fetchUnseenCount || unseen.data !== undefined) void counts.read('unseen')
    if (strategy.fetchUnreadCount || unread.data !== undefined) void counts.read('unread')
  }

  /** Reads what the strategy asks for and no one has read. */
  const readWanted = () => {
    const { strategy, session: own, ...state } = core.state
    if (own.status !== 'ready') return
    const unknown = ({ data, isFetching }: Loaded<unknown>) => data === undefined && !isFetching
    if (strategy.fetchUnseenCount && unknown(state.unseen)) void counts.read('unseen')
    if (strategy.fetchUnreadCount && unknown(state.unread)) void counts.read('unread')
    if (strategy.fetchOrganization && unknown(state.organization)) void organization()
    if (strategy.fetchUserPreferences && unknown(state.preferences)) void preferences.read()
    if (strategy.fetchUserGlobalPreferences && unknown(state.globalPreferences)) void preferences.readGlobal()
  }

  return { counts, preferences, organization, readCounts, readWanted }
}

/**
 * The inbox of a subscriber; see {@link Inbox}. Nothing happens before `start`.
 */
export const createInbox = (options: InboxOptions): Inbox => {
  const core = createCore(options)
  const session = createSession(core)
  const { counts, preferences, organization, readCounts, readWanted } = createReadings(core)

  const book = createFeedBook(core)
  const feeds = createFeeds(core, book)

  /** Reads again what may have changed. The socket tells the counts of all; without it they are asked for. */
  const refresh = () => {
    if (core.state.session.status === 'failed') void begin(core.signal)
    if (core.state.session.status !== 'ready') return
    if (live.takeMissed()) readCounts()
    void counts.readFeeds()
    void feeds.refreshAll()
  }
  const live = createLive(core, counts, refresh)

  const begin = async (signal: AbortSignal) => {
    const known = core.state.session.status === 'ready'
    if (!(await session.start())) return
    await live.start(signal)
    if (signal.aborted) return
    if (known || live.takeMissed()) readCounts()
    readWanted()
    void counts.readFeeds()
    void feeds.refreshAll()
  }

  /** Whoever reads again after the session failed wants it to begin again. */
  const reviving =
    <Args extends unknown[]>(read: (...args: Args) => Promise<unknown>) =>
    async (...args: Args): Promise<void> => {
      if (core.state.session.status === 'failed') await begin(core.signal)
      if (core.state.session.status !== 'failed') await read(...args)
    }

  let begun = false
  const inbox: Inbox = {
    options,
    start() {
      if (begun) return
      begun = true
      const { signal } = core
      // A page that mounts, unmounts and mounts again in one go begins once.
      queueMicrotask(() => {
        if (signal.aborted || !options.applicationIdentifier || !options.subscriberId) return
        live.watchPage(signal)
        void begin(signal)
      })
    },
    stop() {
      begun = false
      core.endLife()
      book.rest()
      live.stop()
    },
    logout() {
      inbox.stop()
      session.end()
      book.forget()
      const { strategy } = core.state
      core.set({ ...emptyState(options), strategy, organization: nothing })
    },

    getState: () => core.state,
    subscribe: core.subscribe,
    on: core.on,
    getSocket: live.socket,

    setStrategy(strategy) {
      core.set({ strategy: { ...core.state.strategy, ...strategy } })
      readWanted()
    },
    watchFeed: feeds.watch,
    watchFeedCount: counts.watchFeed,
    fetchNextPage: feeds.next,
    refetchFeed: reviving(feeds.refetch),
    showRange: feeds.showRange,
    refetchCounts: reviving(() => Promise.all([counts.read('unseen'), counts.read('unread'), counts.readFeeds()])),
    refetchOrganization: reviving(organization),
    refetchPreferences: reviving(preferences.read),
    refetchGlobalPreferences: reviving(preferences.readGlobal),

    ...createChanges(core, { book, counts, readCounts, refreshSoon: live.refreshSoon }),
    updatePreference: preferences.update,
    updateGlobalPreferences: preferences.updateGlobal,
    logUsage(name, payload = {}) {
      core.call({ method: 'POST', path: '/usage/log', body: { name: `[Widget] - ${name}`, payload } }).catch(() => {
        // A use that could not be counted must not disturb whoever uses the inbox.
      })
    },
  }
  return inbox
}
