/** Tabs of a number's page; apart from it, because the route reads them before the page is loaded. */
export const channelTabs = [
  'overview',
  'profile',
  'routing',
  'conversational',
  'optOut',
  'limits',
  'links',
  'webhooks',
  'danger',
] as const
export type ChannelTab = (typeof channelTabs)[number]
