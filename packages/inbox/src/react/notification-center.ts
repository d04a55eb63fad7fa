import { createContext, type ReactElement, type ReactNode, useContext } from 'react'
import type { ButtonType, IMessage, IMessageAction, IUserPreferenceSettings } from '../client/wire.ts'
import type { ScreensEnum } from './enums.ts'

/** A tab of the list: which store it shows, and under which name. */
export interface ITab {
  name: string | ReactNode
  storeId: string
  icon?: ReactElement
}

/** Workflows that stand under one heading in the preferences. What no group takes comes last, without a heading. */
export interface IPreferenceGroup {
  name: string
  /** Identifiers of workflows, or their tags. */
  workflows?: readonly string[] | undefined
  /** Decides instead of `workflows`. */
  filter?: ((item: IUserPreferenceSettings) => boolean) | undefined
}

/** What a host may decide about a notification center, and what it is told. */
export interface INotificationCenterProps {
  /** A clicked notification leads to this address. Going there is the host's business. */
  onUrlChange?: ((url: string, message: IMessage) => void) | undefined
  onNotificationClick?: ((message: IMessage) => void) | undefined
  /** A button was pressed. Saving the action is the host's business: see `useUpdateAction`. */
  onActionClick?: ((templateIdentifier: string, type: ButtonType, message: IMessage) => void) | undefined
  /** Also called with the first count that is known. */
  onUnseenCountChanged?: ((count: number) => void) | undefined
  onTabClick?: ((tab: ITab) => void) | undefined
  /** Shown in the place of the buttons once their action is done. */
  actionsResultBlock?: ((templateIdentifier: string, action: IMessageAction) => ReactElement) | undefined
  preferenceFilter?: ((item: IUserPreferenceSettings) => boolean) | undefined
  header?: ((context: { setScreen: (screen: ScreensEnum) => void; screen: ScreensEnum }) => ReactElement) | undefined
  /** `() => null` takes the credit away. */
  footer?: (() => ReactElement | null) | undefined
  emptyState?: ReactElement | undefined
  listItem?:
    | ((
        message: IMessage,
        onActionButtonClick: (type: ButtonType) => void,
        onNotificationClick: () => void,
      ) => ReactElement)
    | undefined
  /** Stands beside the time of a notification. */
  itemMeta?: ((message: IMessage) => ReactNode) | undefined
  tabs?: ITab[] | undefined
  showUserPreferences?: boolean | undefined
  allowedNotificationActions?: boolean | undefined
  /** Headings of the preferences; unless given, what workflows say in `data.group`. */
  preferenceGroups?: readonly IPreferenceGroup[] | undefined
  /** Closes the popover around the list when a notification is clicked. */
  closeOnNotificationClick?: boolean | undefined
}

export interface INotificationCenterContext extends INotificationCenterProps {
  showUserPreferences: boolean
  allowedNotificationActions: boolean
}

/** What holds inside of a NotificationCenter; nothing outside of one. */
export const NotificationCenterContext = createContext<INotificationCenterContext | null>(null)

/**
 * The slots and callbacks of the NotificationCenter above.
 * @throws when there is none
 */
export function useNotificationCenter(): INotificationCenterContext {
  const value = useContext(NotificationCenterContext)
  if (!value) {
    throw new Error('Wrap your component in NotificationCenter, inside of NovuProvider: it uses what was given to it')
  }
  return value
}
