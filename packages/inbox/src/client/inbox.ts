import { createCore, emptyState, nothing } from './core.ts'
import { createCounts } from './counts.ts'
import { listOf } from './feed.ts'
import { createFeeds, type Overlay } from './feeds.ts'
import { createLive } from './live.ts'
import { logError } from './log.ts'
import { createPreferences } from './preferences.ts'
import { createSession } from './session.ts'
import type { Inbox, InboxOptions } from './types.ts'
import type { IMark, IMessage, IOrganizationEntity } from './wire.ts'

const isUnread = ({ read, seen }: IMessage) => !(read ?? seen)
const isPutAway = ({ archived, snoozedUntil }: IMessage) => Boolean(archived || snoozedUntil)

const marked = (message: IMessage, mark: IMark): IMessage => {
  const same = (mark.seen ?? message.seen) === message.seen && (mark.read ?? message.read) === message.read
  return same ? message : { ...message, ...mark }
}

/** What a change does to the counts, from how the notifications that are known look before and after it. */
const shiftOf = (before: readonly IMessage[], after: (message: IMessage) => IMessage | null) => {
  const shift = { unseen: 0, unread: 0 }
  for (const message of before) {
    const shown = isPutAway(message) ? null : message
    const next = after(message)
    const later = next && !isPutAway(next) ? next : null
    shift.unseen += Number(later?.seen === false) - Number(shown?.seen === false)
    shift.unread += Number(later !== null && isUnread(later)) - Number(shown !== null && isUnread(shown))
  }
  return shift
}

/**
 * The inbox of a subscriber; see {@link Inbox}. Nothing happens before `start`.
 */
export const createInbox = (options: InboxOptions): Inbox => {
  const core = createCore(options)
  const session = createSession(core)
  const feeds = createFeeds(core)
  const counts = createCounts(core)
  const preferences = createPreferences(core)
  const organization = core.reader(
    () => core.state.organization,
    (value) => core.set({ organization: value }),
    () => core.data<IOrganizationEntity>({ method: 'GET', path: '/organization' }),
  )

  /** Reads again what may have changed. The socket tells the counts of all; without it they are asked for. */
  const refresh = () => {
    if (core.state.session.status === 'failed') begin(core.signal)
    if (core.state.session.status !== 'ready') return
    if (core.state.connection !== 'connected' || away) readCounts()
    away = core.state.connection !== 'connected'
    void counts.readFeeds()
    void feeds.refreshAll()
  }
  /** The socket was away since counts were last told. */
  let away = false
  const live = createLive(core, counts, refresh)

  const readCounts = () => {
    const { strategy } = core.state
    if (strategy.fetchUnseenCount) void counts.read('unseen')
    if (strategy.fetchUnreadCount) void counts.read('unread')
  }

  const read = () => {
    const { strategy, organization: company, preferences: own, globalPreferences: global, ...state } = core.state
    if (state.session.status !== 'ready') return
    if (strategy.fetchUnseenCount && !state.unseen.data) void counts.read('unseen')
    if (strategy.fetchUnreadCount && !state.unread.data) void counts.read('unread')
    if (strategy.fetchOrganization && !company.data) void organization()
    if (strategy.fetchUserPreferences && !own.data && !own.isFetching) void preferences.read()
    if (strategy.fetchUserGlobalPreferences && !global.data && !global.isFetching) void preferences.readGlobal()
  }

  const begin = (signal: AbortSignal) => {
    session
      .start()
      .then((ready) => {
        if (!ready || signal.aborted) return
        live.start(signal)
        read()
        void counts.readFeeds()
        void feeds.refreshAll()
      })
      .catch((error: unknown) => logError('The inbox could not begin', error))
  }

  /**
   * Shows a change at once, then makes it. The counts follow: the server tells them by the socket, and they are asked
   * for when it refused.
   */
  const change = async <T>(
    known: readonly IMessage[],
    overlay: Overlay,
    make: () => Promise<T>,
    keep: (answer: T) => Overlay = () => overlay,
  ): Promise<T> => {
    const { signal } = core
    const shift = shiftOf(known, (message) => overlay(message, {}))
    feeds.lay(overlay)
    counts.shift('unseen', shift.unseen)
    counts.shift('unread', shift.unread)
    try {
      const answer = await make()
      if (!signal.aborted) feeds.lift(overlay, keep(answer))
      return answer
    } catch (error) {
      if (!signal.aborted) {
        feeds.lift(overlay, null)
        readCounts()
      }
      throw error
    } finally {
      if (!signal.aborted) live.refreshSoon()
    }
  }

  const known = (messageId: string | string[]) => {
    const ids = new Set(listOf(messageId))
    const only =
      (edit: Overlay): Overlay =>
      (message, query) =>
        ids.has(message._id) ? edit(message, query) : message
    return { ids: [...ids], messages: feeds.find(ids), only }
  }

  /** What the server answered takes the place of what was shown. */
  const answered = (overlay: Overlay) => (messages: readonly IMessage[]) => {
    const byId = new Map(messages.map((message) => [message._id, message]))
    const keep: Overlay = (message, query) => overlay(byId.get(message._id) ?? message, query)
    return keep
  }

  const post = <T>(path: string, body: unknown) => core.data<T>({ method: 'POST', path, body })

  const markAll = (path: 'read' | 'seen', mark: IMark, feedId?: string | string[]) => {
    const held = feeds.holding(listOf(feedId)).filter((message) => !isPutAway(message))
    const ids = new Set(held.map(({ _id }) => _id))
    const done = change(
      held,
      (message) => (ids.has(message._id) ? marked(message, mark) : message),
      () => post<number>(`/messages/${path}`, feedId === undefined ? {} : { feedId }),
    )
    if (feedId === undefined) {
      counts.shift('unseen', 'none')
      if (mark.read) counts.shift('unread', 'none')
    }
    return done
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
        if (!signal.aborted && options.applicationIdentifier && options.subscriberId) begin(signal)
      })
    },
    stop() {
      begun = false
      core.endLife()
      live.stop()
    },
    logout() {
      inbox.stop()
      session.end()
      feeds.forget()
      const { strategy } = core.state
      core.set({ ...emptyState(options), strategy, organization: nothing })
    },

    getState: () => core.state,
    subscribe: core.subscribe,
    on: core.on,
    getSocket: live.socket,

    setStrategy(strategy) {
      core.set({ strategy: { ...core.state.strategy, ...strategy } })
      read()
    },
    watchFeed: feeds.watch,
    watchFeedCount: counts.watchFeed,
    fetchNextPage: feeds.next,
    refetchFeed: feeds.refetch,
    showRange: feeds.showRange,
    async refetchCounts() {
      await Promise.all([counts.read('unseen'), counts.read('unread'), counts.readFeeds()])
    },
    refetchOrganization: organization,
    refetchPreferences: preferences.read,
    refetchGlobalPreferences: preferences.readGlobal,

    markAs(messageId, given) {
      const mark = given.seen === undefined && given.read === undefined ? { seen: true } : given
      const { ids, messages, only } = known(messageId)
      const overlay = only((message) => marked(message, mark))
      return change(
        messages,
        overlay,
        () => post<IMessage[]>('/messages/markAs', { messageId: ids, mark }),
        answered(overlay),
      )
    },
    markAllRead: (feedId) => markAll('read', { seen: true, read: true }, feedId),
    markAllSeen: (feedId) => markAll('seen', { seen: true }, feedId),

    async remove(messageId) {
      const { ids, messages, only } = known(messageId)
      const [first] = ids
      await change(
        messages,
        only(() => null),
        () =>
          ids.length === 1
            ? core.call({ method: 'DELETE', path: `/messages/${first}` })
            : post('/messages/bulk/delete', { messageIds: ids }),
      )
    },
    async removeAll(feedId) {
      const held = feeds.holding(listOf(feedId)).filter((message) => !isPutAway(message))
      const ids = new Set(held.map(({ _id }) => _id))
      await change(
        held,
        (message) => (ids.has(message._id) ? null : message),
        () => core.call({ method: 'DELETE', path: '/messages', query: { feedId } }),
      )
    },
    archive(messageId, archived) {
      const { ids, messages, only } = known(messageId)
      const put = (message: IMessage): IMessage => ({
        ...message,
        archived,
        ...(archived && { seen: true, read: true }),
      })
      const overlay = only((message, query) => (Boolean(query.archived) === archived ? put(message) : null))
      return change(
        messages,
        overlay,
        () => post<IMessage[]>('/messages/archive', { messageId: ids, archived }),
        () => overlay,
      )
    },
    snooze(messageId, until) {
      const { ids, messages, only } = known(messageId)
      const snoozedUntil = until?.toISOString() ?? null
      const overlay = only((message, query) => {
        return Boolean(query.snoozed) === (until !== null) ? { ...message, snoozedUntil } : null
      })
      return change(
        messages,
        overlay,
        () => post<IMessage[]>('/messages/snooze', { messageId: ids, snoozedUntil }),
        () => overlay,
      )
    },
    updateAction({ messageId, actionButtonType, status, payload }) {
      const { messages, only } = known(messageId)
      const overlay = only((message) => ({
        ...message,
        cta: {
          ...message.cta,
          action: { ...message.cta?.action, status, result: { type: actionButtonType, ...(payload && { payload }) } },
        },
      }))
      return change(
        messages,
        overlay,
        () =>
          post<IMessage>(`/messages/${messageId}/actions/${actionButtonType}`, {
            executedType: actionButtonType,
            status,
            ...(payload && { payload }),
          }),
        (message) => answered((one) => one)([message]),
      )
    },
    updatePreference: preferences.update,
    updateGlobalPreferences: preferences.updateGlobal,
    logUsage(name, payload = {}) {
      post('/usage/log', { name: `[Widget] - ${name}`, payload }).catch(() => {
        // A use that could not be counted must not disturb whoever uses the inbox.
      })
    },
  }
  return inbox
}
