/** Tabs of one's own account; apart from it, because the route reads them before the page is loaded. */
export const profileTabs = ['account', 'security', 'notifications', 'data'] as const
export type ProfileTab = (typeof profileTabs)[number]
