import type { ContactFileKind } from '@recado/contracts/contacts/contact-history'
import type { TimelineType } from '@recado/contracts/contacts/contact-timeline'

const tabs = ['conversations', 'campaigns', 'files', 'groups', 'consent', 'audit'] as const
export type ContactTab = 'timeline' | (typeof tabs)[number]

// Every page reads addresses before anything else, so the contract gives its words as types here, without its schemas.
const types = {
  messages: true,
  notes: true,
  campaigns: true,
  changes: true,
  consent: true,
  ratings: true,
  systems: true,
} satisfies Record<TimelineType, true>

const fileKinds = { image: true, video: true, audio: true, document: true } satisfies Record<ContactFileKind, true>

const isFileKind = (value: unknown): value is ContactFileKind =>
  typeof value === 'string' && Object.hasOwn(fileKinds, value)

const isType = (value: unknown): value is TimelineType => typeof value === 'string' && Object.hasOwn(types, value)

/** What the address of a contact's page says: the open tab, and what its timeline or files are narrowed to. */
export type ContactPageSearch = { tab?: ContactTab; show?: TimelineType; kind?: ContactFileKind }

export const validateContactPageSearch = ({ tab, show, kind }: Record<string, unknown>): ContactPageSearch => {
  const open = tabs.find((name) => name === tab)
  if (open) return { tab: open, ...(open === 'files' && isFileKind(kind) && { kind }) }
  return isType(show) ? { show } : {}
}
