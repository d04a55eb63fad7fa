/** Tabs of the settings page, and the list of former saves; apart from it, because the route reads them first. */
export const settingsPageTabs = [
  'brand',
  'domain',
  'billing',
  'legal',
  'tracking',
  'tutorial',
  'maintenance',
  'security',
  'versions',
] as const
export type SettingsPageTab = (typeof settingsPageTabs)[number]
