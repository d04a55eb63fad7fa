/** Tabs of a number's page; apart from it, because the route reads them before the page is loaded. */
export const channelTabs = ['overview', 'profile', 'conversations', 'limits', 'webhooks', 'danger'] as const
export type ChannelTab = (typeof channelTabs)[number]

/** Where links to former tabs lead. */
const former: Readonly<Record<string, ChannelTab>> = {
  links: 'profile',
  routing: 'conversations',
  conversational: 'conversations',
  optOut: 'conversations',
}

/** The tab that a URL names; undefined if it names none. */
export const channelTabOf = (value: unknown): ChannelTab | undefined =>
  channelTabs.find((name) => name === value) ?? former[String(value)]
