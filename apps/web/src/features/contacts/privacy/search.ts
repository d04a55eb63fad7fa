import type { PrivacyRequestKind } from '@recado/contracts/contacts/privacy'
import { keptText, wordOf } from '#web/lib/api/search.ts'

export const privacyTabs = ['open', 'due', 'closed', 'erasures', 'suppression'] as const
export type PrivacyTab = (typeof privacyTabs)[number]

const kinds = {
  access: true,
  export: true,
  correction: true,
  erasure: true,
  objection: true,
  revocation: true,
} satisfies Record<PrivacyRequestKind, true>

const names = ['tab', 'kind', 'request', 'cursor'] as const
type Names = Exclude<(typeof names)[number], 'tab' | 'kind'>

/** What the address of the page says: the tab, the kind of requests, the place in the list and the one that is open. */
export type PrivacySearch = { [key in Names]?: string } & {
  tab?: PrivacyTab
  kind?: PrivacyRequestKind
}

export const validatePrivacySearch = (raw: Record<string, unknown>): PrivacySearch => {
  const { tab, kind, ...kept } = keptText(names, raw)
  const knownTab = privacyTabs.find((one) => one === tab)
  const knownKind = wordOf(kinds, kind)
  return {
    ...kept,
    ...(knownTab && knownTab !== 'open' ? { tab: knownTab } : {}),
    ...(knownKind ? { kind: knownKind } : {}),
  }
}
