// The objects of the 0.24 widget API, with the names that published clients give them.

export type ChannelType = 'in_app' | 'email' | 'sms' | 'chat' | 'push'
export type ButtonType = 'primary' | 'secondary' | 'clicked'
export type ActionStatus = 'pending' | 'done'
export type ActorType = 'none' | 'user' | 'system_icon' | 'system_custom'
export type SystemIcon = 'warning' | 'info' | 'error' | 'success' | 'up' | 'question'

export interface IActor {
  type: ActorType
  /** The address of an image, or the name of a system icon. */
  data: string | null
}

export interface IMessageButton {
  type: ButtonType
  content: string
  resultContent?: string
}

export interface IMessageAction {
  status?: ActionStatus
  buttons?: IMessageButton[]
  result?: { type?: ButtonType; payload?: Record<string, unknown> }
}

export interface IMessageCTA {
  type?: 'redirect'
  data?: { url?: string }
  action?: IMessageAction
}

/** One notification. Dates are ISO 8601 texts. */
export interface IMessage {
  _id: string
  id?: string
  _templateId: string
  templateIdentifier: string
  _feedId?: string | null
  channel: ChannelType
  /** HTML. It is sanitised before it is shown. */
  content: string
  cta: IMessageCTA
  seen: boolean
  /** Servers older than the `read` flag leave it out; then `seen` decides how an item looks. */
  read?: boolean
  lastSeenDate?: string
  lastReadDate?: string
  createdAt: string
  updatedAt?: string
  transactionId?: string
  payload: Record<string, unknown>
  actor?: IActor
  subscriber?: IMessagePerson
  actorSubscriber?: IMessagePerson
  /** Only servers that can put notifications away say so. */
  archived?: boolean
  snoozedUntil?: string | null
}

export interface IMessagePerson {
  _id: string
  subscriberId: string
  firstName?: string
  lastName?: string
  avatar?: string
}

export interface IOrganizationEntity {
  _id: string
  name: string
  branding?: {
    color?: string
    logo?: string
    fontFamily?: string
    fontColor?: string
    contentBackground?: string
    direction?: 'ltr' | 'rtl'
  }
}

/** The subscriber of a session. */
export interface ISubscriberJwt {
  _id: string
  firstName?: string
  lastName?: string
  phone?: string
}

export interface ISession {
  token: string
  profile: ISubscriberJwt
}

export interface IUserPreferenceSettings {
  template: {
    _id: string
    name: string
    /** Name of the group that the workflow is in. Only some servers say so. */
    group?: string
    critical: boolean
    tags?: string[]
    triggers?: { identifier: string }[]
    data?: Record<string, unknown>
  }
  preference: {
    enabled?: boolean
    /** Only the channels that apply to the workflow. */
    channels: Partial<Record<ChannelType, boolean>>
    overrides?: { channel: ChannelType; source: string }[]
  }
}

export interface IUserGlobalPreferenceSettings {
  preference: { enabled: boolean; channels: Partial<Record<ChannelType, boolean>> }
}

/** What selects the notifications of a list. `payload` selects by equal values in the trigger's payload. */
export interface IStoreQuery {
  feedIdentifier?: string | string[] | undefined
  seen?: boolean | undefined
  read?: boolean | undefined
  archived?: boolean | undefined
  snoozed?: boolean | undefined
  limit?: number | undefined
  payload?: Record<string, unknown> | undefined
  [field: string]: unknown
}

export interface IStore {
  storeId: string
  query?: IStoreQuery | undefined
}

export interface IFeedPage {
  data: IMessage[]
  page: number
  hasMore: boolean
  pageSize: number
  totalCount: number
}

export interface ICount {
  count: number
}

export interface IMark {
  seen?: boolean
  read?: boolean
}

/** Which calls are made without being asked for. */
export interface IFetchingStrategy {
  fetchUnseenCount: boolean
  fetchUnreadCount: boolean
  fetchOrganization: boolean
  fetchNotifications: boolean
  fetchUserPreferences: boolean
  fetchUserGlobalPreferences: boolean
}
