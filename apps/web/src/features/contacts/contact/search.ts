import type { TimelineType } from '@recado/contracts/contacts/contact-timeline'

const tabs = ['conversations', 'files', 'groups', 'consent', 'audit'] as const
export type ContactTab = 'timeline' | (typeof tabs)[number]

// Every page reads addresses before anything else, so the contract gives its words as types here, without its schemas.
const types = {
  messages: true,
  notes: true,
  changes: true,
  consent: true,
  ratings: true,
} satisfies Record<TimelineType, true>

const isType = (value: unknown): value is TimelineType => typeof value === 'string' && Object.hasOwn(types, value)

/** What the address of a contact's page says: the open tab, and what its timeline is narrowed to. */
export type ContactPageSearch = { tab?: ContactTab; show?: TimelineType }

export const validateContactPageSearch = ({ tab, show }: Record<string, unknown>): ContactPageSearch => {
  const open = tabs.find((name) => name === tab)
  if (open) return { tab: open }
  return isType(show) ? { show } : {}
}
