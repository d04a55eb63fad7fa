import { type TimelineType, timelineTypes } from '@recado/contracts/contacts/contact-timeline'

export const contactTabs = ['timeline', 'conversations', 'files', 'groups', 'consent', 'audit'] as const
export type ContactTab = (typeof contactTabs)[number]

/** What the address of a contact's page says: the open tab, and what its timeline is narrowed to. */
export type ContactPageSearch = { tab?: ContactTab; show?: TimelineType }

export const validateContactPageSearch = (raw: Record<string, unknown>): ContactPageSearch => {
  const tab = contactTabs.find((name) => name === raw['tab'])
  const show = timelineTypes.find((name) => name === raw['show'])
  return { ...(tab && tab !== 'timeline' ? { tab } : {}), ...(show && !(tab && tab !== 'timeline') ? { show } : {}) }
}
