import type { IFetchingStrategy, IOrganizationEntity, IStore } from '../client/wire.ts'
import type { Placement } from '../components/floating/use-floating.ts'
import type { INotificationCenterProps } from '../react/notification-center.ts'
import type { ITranslationEntry } from '../react/translations.tsx'
import type {
  ColorScheme,
  INotificationBellColors,
  INotificationCenterStyles,
  INovuThemePopoverProvider,
} from '../theme/types.ts'

/** Where the popover of the element stands. */
export interface PopoverConfig {
  offset?: number
  position?: Placement
}

/** What is said of an element by its properties. Those that are not functions may be attributes too, in kebab case. */
export interface ElementFields
  extends Omit<
      INotificationCenterProps,
      'header' | 'footer' | 'emptyState' | 'listItem' | 'itemMeta' | 'actionsResultBlock' | 'preferenceGroups'
    >,
    INotificationBellColors {
  applicationIdentifier?: string
  subscriberId?: string
  subscriberHash?: string
  /** Where the service answers, without `/v1`. */
  backendUrl?: string
  socketUrl?: string
  stores?: readonly IStore[]
  /** The code of a language, or texts of the page. */
  i18n?: string | ITranslationEntry
  styles?: INotificationCenterStyles
  theme?: INovuThemePopoverProvider
  /** Dark unless said. */
  colorScheme?: ColorScheme
  initialFetchingStrategy?: Partial<IFetchingStrategy>
  /** Notifications of a page of the list, 1 to 100. */
  pageSize?: number
  popoverConfig?: PopoverConfig
  /** The older name of `popoverConfig`. */
  popover?: PopoverConfig
  /** Whether the popover is open; it follows what the person does. */
  open?: boolean
  /** `false` takes the credit away. */
  footer?: boolean

  onLoad?: (data: { organization: IOrganizationEntity }) => void
  /** The names of the callbacks that the 0.24 elements knew first. */
  sessionLoaded?: ElementFields['onLoad']
  notificationClicked?: INotificationCenterProps['onNotificationClick']
  unseenCountChanged?: INotificationCenterProps['onUnseenCountChanged']
  actionClicked?: INotificationCenterProps['onActionClick']
  tabClicked?: INotificationCenterProps['onTabClick']
}

/** How the text of an attribute is read. */
type Kind = 'text' | 'number' | 'boolean' | 'json' | 'text or json' | 'function'

export const fields: Record<keyof ElementFields, Kind> = {
  applicationIdentifier: 'text',
  subscriberId: 'text',
  subscriberHash: 'text',
  backendUrl: 'text',
  socketUrl: 'text',
  stores: 'json',
  i18n: 'text or json',
  styles: 'json',
  theme: 'json',
  colorScheme: 'text',
  initialFetchingStrategy: 'json',
  pageSize: 'number',
  popoverConfig: 'json',
  popover: 'json',
  open: 'boolean',
  footer: 'boolean',
  tabs: 'json',
  showUserPreferences: 'boolean',
  allowedNotificationActions: 'boolean',
  closeOnNotificationClick: 'boolean',
  unseenBadgeColor: 'text or json',
  unseenBadgeBackgroundColor: 'text',
  preferenceFilter: 'function',
  onLoad: 'function',
  sessionLoaded: 'function',
  onUrlChange: 'function',
  onNotificationClick: 'function',
  notificationClicked: 'function',
  onUnseenCountChanged: 'function',
  unseenCountChanged: 'function',
  onActionClick: 'function',
  actionClicked: 'function',
  onTabClick: 'function',
  tabClicked: 'function',
}

export const fieldNames = Object.keys(fields) as (keyof ElementFields)[]

const kebab = (name: string) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

/** Fields by the names of their attributes. */
export const attributes: ReadonlyMap<string, keyof ElementFields> = new Map(
  fieldNames.filter((name) => fields[name] !== 'function').map((name) => [kebab(name), name]),
)

/**
 * The value of a field from what a page wrote: an attribute, or a property that a framework set as text.
 * @throws when a text that must be JSON is not
 */
export const readField = (name: keyof ElementFields, value: unknown): unknown => {
  if (value === null || value === undefined) return undefined
  if (typeof value !== 'string') return value
  const kind = fields[name]
  if (kind === 'boolean') return value !== 'false'
  if (kind === 'number') return Number(value)
  if (kind === 'json' || (kind === 'text or json' && value.trimStart().startsWith('{'))) return JSON.parse(value)
  return value
}
