import type { IStore } from '@recado/inbox'

/** Tabs of the bell; each but the first shows the feed of its name. */
export const tabIds = ['all', 'conversations', 'campaigns', 'billing', 'system'] as const

/** What the tabs show: of all companies, or of one. */
export const storesOf = (companyId: string | null): IStore[] =>
  tabIds.map((storeId) => ({
    storeId,
    query: {
      ...(storeId === 'all' ? {} : { feedIdentifier: storeId }),
      ...(companyId ? { payload: { company: { id: companyId } } } : {}),
    },
  }))
