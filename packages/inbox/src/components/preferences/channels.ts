import type { ChannelType, IUserPreferenceSettings } from '../../client/wire.ts'
import type { TranslationKey } from '../../i18n/texts.ts'

/** The channels in the order in which they are listed, and the keys of their names. */
export const channelTexts: Readonly<Record<ChannelType, TranslationKey>> = {
  in_app: 'inApp',
  email: 'email',
  sms: 'sms',
  push: 'push',
  chat: 'chat',
}

const channelTypes = Object.keys(channelTexts) as ChannelType[]

/** The channels of a map that the inbox knows. What a later server adds is left out. */
export const channelsOf = (channels: Partial<Record<ChannelType, boolean>>): ChannelType[] =>
  channelTypes.filter((channel) => typeof channels[channel] === 'boolean')

/** Every channel that some workflow uses. */
export const channelsOfAll = (items: readonly IUserPreferenceSettings[]): ChannelType[] =>
  channelTypes.filter((channel) => items.some((item) => typeof item.preference.channels[channel] === 'boolean'))

/** Names one after the other, with the comma of a language. */
export function joinNames(names: readonly string[], lang: string): string {
  const [language] = lang.toLowerCase().split(/[-_]/)
  if (language === 'ja' || language === 'zh') return names.join('、')
  return names.join(['ar', 'fa', 'sd', 'ur'].includes(language ?? '') ? '، ' : ', ')
}
