import { expect, it } from 'vitest'
import * as inbox from './index.ts'

it('has everything that pages of the 0.24 widget import', () => {
  const components = [
    'NovuProvider',
    'NotificationCenter',
    'PopoverNotificationCenter',
    'NotificationBell',
    'SubscriberPreference',
    'ActionContainer',
    'NovuThemeProvider',
    'NotificationCenterWebComponent',
    'NotificationCenterContentWebComponent',
  ]
  const hooks = [
    'useNotifications',
    'useUnseenCount',
    'useUnreadCount',
    'useFeedUnseenCount',
    'useFetchNotifications',
    'useFetchOrganization',
    'useFetchUserPreferences',
    'useFetchUserGlobalPreferences',
    'useMarkNotificationsAs',
    'useRemoveNotification',
    'useRemoveNotifications',
    'useRemoveAllNotifications',
    'useUpdateAction',
    'useUpdateUserPreferences',
    'useUpdateUserGlobalPreferences',
    'useSocket',
    'useNovuContext',
    'useNovuTheme',
    'useTranslations',
    'useNotificationCenter',
  ]
  const values = [
    'colors',
    'TRANSLATIONS',
    'getDefaultTheme',
    'getDefaultBellColors',
    'getStyleByPath',
    'ChannelTypeEnum',
    'ChannelCTATypeEnum',
    'MessageActionStatusEnum',
    'ButtonTypeEnum',
    'ActorTypeEnum',
    'ScreensEnum',
  ]
  expect([...components, ...hooks, ...values].filter((name) => !(name in inbox))).toEqual([])
  expect(Object.keys(inbox.TRANSLATIONS)).toHaveLength(72)
  expect(inbox.ButtonTypeEnum.PRIMARY).toBe('primary')
})
