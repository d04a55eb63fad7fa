import type { Ability } from '@recado/contracts/abilities'

/** Tabs of a company's page; apart from it, because the route reads them before the page is loaded. */
export const companyTabs = [
  'profile',
  'members',
  'teams',
  'hours',
  'labels',
  'attributes',
  'stages',
  'consent',
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

/** The ability required for a tab that not every member has. */
export const companyTabAbility: Partial<Record<CompanyTab, Ability>> = { audit: 'audit.view', danger: 'company.manage' }
