/** Tabs of a company's page; apart from it, because the route reads them before the page is loaded. */
export const companyTabs = ['profile', 'members'] as const
export type CompanyTab = (typeof companyTabs)[number]
