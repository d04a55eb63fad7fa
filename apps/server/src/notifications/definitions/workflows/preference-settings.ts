import type { ChannelFlags, ChannelType } from '@recado/contracts/notifications/domain'

const everyChannel = { email: true, sms: true, in_app: true, chat: true, push: true }

/** Channels without a setting are on. */
export const fillPreferences = (given: ChannelFlags | null | undefined): Record<ChannelType, boolean> => ({
  ...everyChannel,
  ...Object.fromEntries(Object.entries(given ?? {}).filter(([, value]) => value !== undefined)),
})
