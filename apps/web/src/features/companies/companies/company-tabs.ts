/** Tabs of a company's page; apart from it, because the route reads them before the page is loaded. */
export const companyTabs = [
  'profile',
  'members',
  'teams',
  'hours',
  'labels',
  'attributes',
  'canned',
  'macros',
  'sla',
  'chat',
  'privacy',
  'branding',
  'security',
  'audit',
  'danger',
] as const
export type CompanyTab = (typeof companyTabs)[number]
