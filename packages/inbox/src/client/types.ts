import type { InboxSocket } from './socket.ts'
import type {
  ActionStatus,
  ButtonType,
  ChannelType,
  IFetchingStrategy,
  IMark,
  IMessage,
  IOrganizationEntity,
  IStoreQuery,
  ISubscriberJwt,
  IUserGlobalPreferenceSettings,
  IUserPreferenceSettings,
} from './wire.ts'

export interface InboxOptions {
  /** Where the notification service answers, without `/v1`. */
  backendUrl: string
  /** Where its socket listens; the same place unless said. */
  socketUrl?: string
  /** Of the environment; public. */
  applicationIdentifier?: string
  /** Who is shown. Without it, or without `applicationIdentifier`, nothing is asked of the server. */
  subscriberId?: string
  /** HMAC of the subscriber id, when the environment asks for it. */
  subscriberHash?: string | null
  /** Items of a page of a list, 1 to 100. */
  pageSize?: number
  fetchingStrategy?: Partial<IFetchingStrategy>
  /** Tries again after a failed read, and the pause before it in ms. Three, doubling from 1 s to 30 s, unless said. */
  retry?: { retries?: number; delay?: (attempt: number) => number }
  /** Where the token is kept between pages. */
  tokenKey?: string
}

/** What is known of something that is read from the server. */
export interface Loaded<T> {
  data: T | undefined
  error: Error | null
  isLoading: boolean
  isFetching: boolean
}

/** A list of notifications, newest first, read page by page. */
export interface FeedState {
  items: readonly IMessage[]
  hasMore: boolean
  /** How many there are on the server. */
  totalCount: number
  /** The first page was never read, and is on its way or will be. */
  isLoading: boolean
  isFetching: boolean
  isFetchingNextPage: boolean
  error: Error | null
}

export type SessionStatus = 'idle' | 'starting' | 'ready' | 'failed'
export type ConnectionStatus = 'none' | 'connecting' | 'connected' | 'disconnected'

/** All that the inbox knows. Immutable: what did not change keeps its identity. */
export interface InboxState {
  session: {
    status: SessionStatus
    profile: ISubscriberJwt | undefined
    token: string | undefined
    error: Error | null
  }
  connection: ConnectionStatus
  strategy: IFetchingStrategy
  organization: Loaded<IOrganizationEntity>
  unseen: Loaded<number>
  unread: Loaded<number>
  /** Lists by the key of their query (`feedKey`). */
  feeds: ReadonlyMap<string, FeedState>
  /** Counts of unseen notifications by the key of their query. */
  feedCounts: ReadonlyMap<string, Loaded<number>>
  preferences: Loaded<readonly IUserPreferenceSettings[]>
  globalPreferences: Loaded<IUserGlobalPreferenceSettings>
  /** A channel of a workflow whose change is on its way, or was saved less than 1.5 s ago. */
  preferenceUpdate: { templateId: string; channelType: ChannelType; status: 'saving' | 'saved' } | null
}

export interface InboxEvents {
  notificationReceived: (message: IMessage) => void
  /** Only when it changed, and once when it is first known. */
  unseenCountChanged: (count: number) => void
  unreadCountChanged: (count: number) => void
}

/**
 * A subscriber's inbox without any interface: it starts the session, keeps lists, counts and preferences, hears of
 * changes by the socket, and shows every change at once, taking it back when the server refuses it. Methods that change
 * something resolve with the server's answer and reject with an {@link InboxError}.
 */
export interface Inbox {
  readonly options: InboxOptions
  /** Starts the session, the socket and what the strategy asks for. Safe to call again; after `stop` it starts again. */
  start(): void
  /** Closes the socket and gives up what is being read; changes that are on their way arrive, and the state stays. */
  stop(): void
  /** Ends the session: token removed, socket closed, everything known forgotten. */
  logout(): void

  getState(): InboxState
  subscribe(listener: () => void): () => void
  on<K extends keyof InboxEvents>(event: K, listener: InboxEvents[K]): () => void

  /** The socket of the session, once it is there. */
  getSocket(): InboxSocket | undefined

  setStrategy(strategy: Partial<IFetchingStrategy>): void
  /** Keeps a list read while someone watches it; returns what ends the watching. */
  watchFeed(query?: IStoreQuery): () => void
  watchFeedCount(query?: IStoreQuery): () => void
  /** Reads the next page of a list, if there is one and none is on its way. */
  fetchNextPage(query?: IStoreQuery): Promise<void>
  /** Reads again what a list shows, from the first page or from the given one (counted from 0). */
  refetchFeed(query?: IStoreQuery, page?: number): Promise<void>
  /** Tells which items of a list are on screen, so that what may be out of date there is read again. */
  showRange(query: IStoreQuery | undefined, first: number, last: number): void
  refetchCounts(): Promise<void>
  refetchOrganization(): Promise<void>
  refetchPreferences(): Promise<void>
  refetchGlobalPreferences(): Promise<void>

  /** Nothing in the mark means seen. */
  markAs(messageId: string | string[], mark: IMark): Promise<IMessage[]>
  /**
   * Of a feed, or of all; never makes anything unread. With a payload, of those that have its values: only servers that
   * can put notifications away know it, others mark the whole feed.
   */
  markAllRead(feedId?: string | string[], payload?: Record<string, unknown>): Promise<number>
  markAllSeen(feedId?: string | string[], payload?: Record<string, unknown>): Promise<number>
  /** Resolves with the message when it was one. */
  remove(messageId: string | string[]): Promise<IMessage | undefined>
  removeAll(feedId?: string): Promise<void>
  archive(messageId: string | string[], archived: boolean): Promise<IMessage[]>
  /** Until a moment, or `null` to take it back now. */
  snooze(messageId: string | string[], until: Date | null): Promise<IMessage[]>
  updateAction(input: {
    messageId: string
    actionButtonType: ButtonType
    status: ActionStatus
    payload?: Record<string, unknown>
  }): Promise<IMessage>
  updatePreference(input: {
    templateId: string
    channelType: ChannelType
    checked: boolean
  }): Promise<IUserPreferenceSettings>
  updateGlobalPreferences(input: {
    preferences?: { channelType: ChannelType; enabled: boolean }[]
    enabled?: boolean
  }): Promise<IUserGlobalPreferenceSettings>
  /** Counts a use; never fails. */
  logUsage(name: string, payload?: Record<string, unknown>): void
}
