export { InboxError, type InboxErrorCode } from './client/errors.ts'
export { createInbox } from './client/inbox.ts'
export type * from './client/types.ts'
export type * from './client/wire.ts'
export { ActionContainer } from './components/action-container.tsx'
export { NotificationBell } from './components/notification-bell.tsx'
export { NotificationCenter } from './components/notification-center.tsx'
export { PopoverNotificationCenter } from './components/popover-notification-center.tsx'
export { SubscriberPreference } from './components/subscriber-preference.tsx'
export { NotificationCenterContentWebComponent, NotificationCenterWebComponent } from './element.ts'
export { TRANSLATIONS } from './i18n/all.ts'
export type { I18NLanguage, TranslationKey, Translations } from './i18n/texts.ts'
export { useInbox, useInboxState } from './react/context.ts'
export {
  ActorTypeEnum,
  ButtonTypeEnum,
  ChannelCTATypeEnum,
  ChannelTypeEnum,
  MessageActionStatusEnum,
  ScreensEnum,
} from './react/enums.ts'
export type { Mutate, MutationOptions, MutationResult } from './react/mutation.ts'
export {
  type INotificationCenterContext,
  type INotificationCenterProps,
  type IPreferenceGroup,
  type ITab,
  useNotificationCenter,
} from './react/notification-center.ts'
export { type INovuProviderProps, NovuProvider } from './react/provider.tsx'
export type { QueryOptions, QueryResult } from './react/query-result.ts'
export { type ITranslationEntry, type ITranslationsContext, useTranslations } from './react/translations.tsx'
export {
  type IUpdateActionVariables,
  useArchiveNotification,
  useMarkNotificationsAs,
  useRemoveAllNotifications,
  useRemoveNotification,
  useRemoveNotifications,
  useSnoozeNotification,
  useUpdateAction,
} from './react/use-changes.ts'
export { useFeedUnseenCount, useUnreadCount, useUnseenCount } from './react/use-counts.ts'
export { type FeedPages, type FeedQueryResult, useFetchNotifications } from './react/use-fetch-notifications.ts'
export { type INotificationsContext, useNotifications } from './react/use-notifications.ts'
export { useFetchOrganization } from './react/use-organization.ts'
export {
  type IUpdateUserGlobalPreferencesVariables,
  type IUpdateUserPreferencesVariables,
  useFetchUserGlobalPreferences,
  useFetchUserPreferences,
  useUpdateUserGlobalPreferences,
  useUpdateUserPreferences,
} from './react/use-preferences.ts'
export { type INovuContext, useConnectionStatus, useNovuContext, useSocket } from './react/use-session.ts'
export { colors } from './theme/palette.ts'
export { getDefaultBellColors, getDefaultTheme } from './theme/resolve.ts'
export { getStyleByPath, useStyle } from './theme/styles.tsx'
export { NovuThemeProvider, useNovuTheme } from './theme/theme.tsx'
export type {
  ColorScheme,
  INotificationBellColors,
  INotificationCenterStyles,
  INovuPopoverTheme,
  INovuTheme,
  INovuThemePopoverProvider,
  INovuThemeProvider,
} from './theme/types.ts'
