import { createInbox } from '../client/inbox.ts'
import type { Inbox, InboxEvents, InboxState, Loaded } from '../client/types.ts'
import type {
  ActionStatus,
  ButtonType,
  ChannelType,
  ICount,
  IFeedPage,
  IMark,
  IMessage,
  IOrganizationEntity,
  ISession,
  IStoreQuery,
  IUserGlobalPreferenceSettings,
  IUserPreferenceSettings,
} from '../client/wire.ts'
import { watchPage } from './pages.ts'
import { type FetchCallbacks, observe, report, type UpdateCallbacks } from './results.ts'

/** Where the token is kept in the storage of a page. */
export const NOTIFICATION_CENTER_TOKEN_KEY = 'nc_token'

export interface IHeadlessServiceOptions {
  applicationIdentifier: string
  subscriberId?: string
  /** HMAC of the subscriber id, when the environment asks for it. */
  subscriberHash?: string
  /** Where the service answers, without `/v1`. May be left out on a page that comes from there. */
  backendUrl?: string
  /** Where its socket listens: `backendUrl` unless given. */
  socketUrl?: string
  /** How often a failed reading is tried again (3), and the pause before each in ms (doubling from one second). */
  config?: { retry?: number; retryDelay?: number }
}

type MessageIds = string | string[]

const nothingOnItsOwn = {
  fetchUnseenCount: false,
  fetchUnreadCount: false,
  fetchOrganization: false,
  fetchNotifications: false,
  fetchUserPreferences: false,
  fetchUserGlobalPreferences: false,
}

/** A derived part whose object stays the same while what it is made of does. */
const mapped = <T, U>(select: (state: InboxState) => Loaded<T>, map: (data: T) => U) => {
  let last: { data: T; result: U } | undefined
  return (state: InboxState): Loaded<U> => {
    const loaded = select(state)
    const { data } = loaded
    if (data === undefined) return { ...loaded, data: undefined }
    if (!last || last.data !== data) last = { data, result: map(data) }
    return { ...loaded, data: last.result }
  }
}

/**
 * The inbox of a subscriber without any interface, by the names of the 0.24 headless client: each method is given
 * callbacks. Readings stay current until the function that they return is called. All methods but `initializeSession`
 * throw before there is a session. Needs no page: in Node the token is kept in memory alone.
 */
export class HeadlessService {
  /** What stands behind it, for all that these methods do not do; `inbox.stop()` closes the socket. */
  readonly inbox: Inbox

  constructor({ config = {}, backendUrl = '', ...options }: IHeadlessServiceOptions) {
    const { retry, retryDelay } = config
    this.inbox = createInbox({
      ...options,
      backendUrl,
      tokenKey: NOTIFICATION_CENTER_TOKEN_KEY,
      fetchingStrategy: nothingOnItsOwn,
      retry: {
        ...(retry === undefined ? {} : { retries: retry }),
        ...(retryDelay === undefined ? {} : { delay: () => retryDelay }),
      },
    })
  }

  #session(): Inbox {
    if (this.inbox.getState().session.status !== 'ready') {
      throw new Error('Session is not initialized: call initializeSession first, and wait for its answer')
    }
    return this.inbox
  }

  #listen<K extends keyof InboxEvents>(event: K, listener: InboxEvents[K]): () => void {
    return this.#session().on(event, listener)
  }

  /** Begins the session, or begins it again when it failed. */
  initializeSession(callbacks: FetchCallbacks<ISession>): () => void {
    const { inbox } = this
    let begun = inbox.getState().session.status === 'ready'
    if (inbox.getState().session.status === 'failed') inbox.stop()
    inbox.start()
    const select = mapped(
      ({ session }): Loaded<InboxState['session']> => {
        begun ||= session.status === 'starting'
        const isReady = session.status === 'ready'
        const isOver = begun && (isReady || session.status === 'failed')
        return {
          data: isReady ? session : undefined,
          error: isOver ? session.error : null,
          isLoading: !isOver,
          isFetching: !isOver,
        }
      },
      ({ token = '', profile = { _id: '' } }): ISession => ({ token, profile }),
    )
    return observe(inbox, select, callbacks)
  }

  async fetchOrganization(callbacks: FetchCallbacks<IOrganizationEntity>): Promise<() => void> {
    const inbox = this.#session()
    void inbox.refetchOrganization()
    return observe(inbox, (state) => state.organization, callbacks)
  }

  fetchUnseenCount(callbacks: FetchCallbacks<ICount>): () => void {
    const inbox = this.#session()
    void inbox.refetchCounts()
    const select = mapped(
      (state) => state.unseen,
      (count) => ({ count }),
    )
    return observe(inbox, select, callbacks)
  }

  fetchUnreadCount(callbacks: FetchCallbacks<ICount>): () => void {
    const inbox = this.#session()
    void inbox.refetchCounts()
    const select = mapped(
      (state) => state.unread,
      (count) => ({ count }),
    )
    return observe(inbox, select, callbacks)
  }

  listenNotificationReceive({ listener }: { listener: (message: IMessage) => void }): () => void {
    return this.#listen('notificationReceived', listener)
  }

  listenUnseenCountChange({ listener }: { listener: (unseenCount: number) => void }): () => void {
    return this.#listen('unseenCountChanged', listener)
  }

  listenUnreadCountChange({ listener }: { listener: (unreadCount: number) => void }): () => void {
    return this.#listen('unreadCountChanged', listener)
  }

  /** A page of a list (counted from 0). `storeId` is the host's own name for the list; what selects is the query. */
  fetchNotifications({
    page = 0,
    query = {},
    ...callbacks
  }: { page?: number; storeId?: string; query?: IStoreQuery } & FetchCallbacks<IFeedPage>): () => void {
    return watchPage(this.#session(), query, page, callbacks)
  }

  fetchUserPreferences(callbacks: FetchCallbacks<readonly IUserPreferenceSettings[]>): () => void {
    const inbox = this.#session()
    void inbox.refetchPreferences()
    return observe(inbox, (state) => state.preferences, callbacks)
  }

  /** A list of one. */
  fetchUserGlobalPreferences(callbacks: FetchCallbacks<IUserGlobalPreferenceSettings[]>): () => void {
    const inbox = this.#session()
    void inbox.refetchGlobalPreferences()
    const select = mapped(
      (state) => state.globalPreferences,
      (preferences) => [preferences],
    )
    return observe(inbox, select, callbacks)
  }

  async updateUserPreferences({
    templateId,
    channelType,
    checked,
    ...callbacks
  }: {
    templateId: string
    channelType: ChannelType
    checked: boolean
  } & UpdateCallbacks<IUserPreferenceSettings>): Promise<void> {
    await report(this.#session().updatePreference({ templateId, channelType, checked }), callbacks)
  }

  async updateUserGlobalPreferences({
    preferences,
    enabled,
    ...callbacks
  }: {
    preferences?: { channelType: ChannelType; enabled: boolean }[]
    enabled?: boolean
  } & UpdateCallbacks<IUserGlobalPreferenceSettings>): Promise<void> {
    const input = { ...(preferences && { preferences }), ...(enabled === undefined ? {} : { enabled }) }
    await report(this.#session().updateGlobalPreferences(input), callbacks)
  }

  async markNotificationsAsRead({
    messageId,
    ...callbacks
  }: { messageId: MessageIds } & UpdateCallbacks<IMessage[]>): Promise<void> {
    await report(this.#session().markAs(messageId, { seen: true, read: true }), callbacks)
  }

  async markNotificationsAsSeen({
    messageId,
    ...callbacks
  }: { messageId: MessageIds } & UpdateCallbacks<IMessage[]>): Promise<void> {
    await report(this.#session().markAs(messageId, { seen: true }), callbacks)
  }

  /** Nothing in the mark means seen. */
  async markNotificationsAs({
    messageId,
    mark,
    ...callbacks
  }: { messageId: MessageIds; mark: IMark } & UpdateCallbacks<IMessage[]>): Promise<void> {
    await report(this.#session().markAs(messageId, mark), callbacks)
  }

  /** Of a feed, or of all; answers how many changed. */
  async markAllMessagesAsRead({
    feedId,
    ...callbacks
  }: { feedId?: string | string[] } & UpdateCallbacks<number> = {}): Promise<void> {
    await report(this.#session().markAllRead(feedId), callbacks)
  }

  /** Of a feed, or of all; answers how many changed, and makes nothing read or unread. */
  async markAllMessagesAsSeen({
    feedId,
    ...callbacks
  }: { feedId?: string | string[] } & UpdateCallbacks<number> = {}): Promise<void> {
    await report(this.#session().markAllSeen(feedId), callbacks)
  }

  async removeNotification({
    messageId,
    ...callbacks
  }: { messageId: string } & UpdateCallbacks<IMessage | undefined>): Promise<void> {
    await report(this.#session().remove(messageId), callbacks)
  }

  async removeNotifications({
    messageIds,
    ...callbacks
  }: { messageIds: string[] } & UpdateCallbacks<void>): Promise<void> {
    const removing = this.#session().remove(messageIds)
    await report(
      removing.then(() => undefined),
      callbacks,
    )
  }

  /** Of a feed, or all. */
  async removeAllNotifications({
    feedId,
    ...callbacks
  }: { feedId?: string } & UpdateCallbacks<void> = {}): Promise<void> {
    await report(this.#session().removeAll(feedId), callbacks)
  }

  async updateAction({
    messageId,
    actionButtonType,
    status,
    payload,
    ...callbacks
  }: {
    messageId: string
    actionButtonType: ButtonType
    status: ActionStatus
    payload?: Record<string, unknown>
  } & UpdateCallbacks<IMessage>): Promise<void> {
    const input = { messageId, actionButtonType, status, ...(payload && { payload }) }
    await report(this.#session().updateAction(input), callbacks)
  }
}
