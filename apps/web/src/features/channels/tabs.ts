/** Tabs of a number's page; apart from it, because the route reads them before the page is loaded. */
export const channelTabs = ['overview', 'profile', 'webhooks', 'danger'] as const
export type ChannelTab = (typeof channelTabs)[number]
