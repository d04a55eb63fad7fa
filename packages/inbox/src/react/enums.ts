// The values that pages of the 0.24 widget import by these names.

export const ChannelTypeEnum = { IN_APP: 'in_app', EMAIL: 'email', SMS: 'sms', CHAT: 'chat', PUSH: 'push' } as const
export type ChannelTypeEnum = (typeof ChannelTypeEnum)[keyof typeof ChannelTypeEnum]

export const ChannelCTATypeEnum = { REDIRECT: 'redirect' } as const
export type ChannelCTATypeEnum = (typeof ChannelCTATypeEnum)[keyof typeof ChannelCTATypeEnum]

export const MessageActionStatusEnum = { PENDING: 'pending', DONE: 'done' } as const
export type MessageActionStatusEnum = (typeof MessageActionStatusEnum)[keyof typeof MessageActionStatusEnum]

export const ButtonTypeEnum = { PRIMARY: 'primary', SECONDARY: 'secondary', CLICKED: 'clicked' } as const
export type ButtonTypeEnum = (typeof ButtonTypeEnum)[keyof typeof ButtonTypeEnum]

export const ActorTypeEnum = {
  NONE: 'none',
  USER: 'user',
  SYSTEM_ICON: 'system_icon',
  SYSTEM_CUSTOM: 'system_custom',
} as const
export type ActorTypeEnum = (typeof ActorTypeEnum)[keyof typeof ActorTypeEnum]

export const ScreensEnum = { NOTIFICATIONS: 'notifications', SETTINGS: 'settings' } as const
export type ScreensEnum = (typeof ScreensEnum)[keyof typeof ScreensEnum]
