/** Tabs of the settings page, the feature flags, and the list of former saves; apart from it, because the route reads them first. */
export const settingsPageTabs = [
  'brand',
  'domain',
  'billing',
  'legal',
  'tracking',
  'chatbot',
  'tutorial',
  'maintenance',
  'security',
  'campaigns',
  'flags',
  'versions',
] as const
export type SettingsPageTab = (typeof settingsPageTabs)[number]
