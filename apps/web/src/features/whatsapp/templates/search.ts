import { keptText } from '#web/lib/api/search.ts'

export const templateFilterNames = [
  'search',
  'status',
  'category',
  'language',
  'quality',
  'accountId',
  'media',
  'used',
] as const

/** What the address of the list says. */
export const validateTemplateSearch = (raw: Record<string, unknown>) =>
  keptText([...templateFilterNames, 'cursor', 'companyId'], raw)
export type TemplateSearch = ReturnType<typeof validateTemplateSearch>

export const templateTabs = ['edit', 'analytics', 'versions'] as const
export type TemplateTab = (typeof templateTabs)[number]
export const validateTab = (raw: Record<string, unknown>): { tab?: TemplateTab } => {
  const tab = templateTabs.find((name) => name === raw.tab)
  return tab ? { tab } : {}
}
