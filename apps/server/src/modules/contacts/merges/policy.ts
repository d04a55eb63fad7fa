import type { ContactCard } from '@recado/contracts/contacts/contacts'
import { mergeFields, mergeUndoDays } from '@recado/contracts/contacts/contacts'
import { keysOf } from '@recado/contracts/shared/keys'
import type { merges } from '#server/modules/contacts/contacts/index.ts'

type Facts = merges.Facts
type Field = (typeof mergeFields)[number]
export type Choices = Partial<Record<Field, 'survivor' | 'other' | undefined>>

const DAY_MS = 24 * 60 * 60 * 1000
export const undoUntil = (mergedAt: Date): Date => new Date(mergedAt.getTime() + mergeUndoDays * DAY_MS)
/** Merges before this moment stay. */
export const undoableSince = (now: Date): Date => new Date(now.getTime() - mergeUndoDays * DAY_MS)

/** Fields of which both have a value, and another one. */
export const conflictsOf = (survivor: Facts, other: Facts): Field[] =>
  mergeFields.filter((field) => survivor[field] && other[field] && survivor[field] !== other[field])

const chosen = (field: Field, survivor: Facts, other: Facts, choices: Choices) =>
  choices[field] === 'other' ? (other[field] ?? survivor[field]) : (survivor[field] ?? other[field])

const notesOf = (survivor: Facts, other: Facts, choices: Choices): string | null => {
  const isOpen = choices.notes === undefined && survivor.notes && other.notes && survivor.notes !== other.notes
  return isOpen ? `${survivor.notes}\n\n${other.notes}` : chosen('notes', survivor, other, choices)
}

/** What the contact that stays is afterwards. Notes of both are kept unless one is chosen; tags and attributes are joined. */
export const joined = (survivor: Facts, other: Facts, choices: Choices): Facts => ({
  name: chosen('name', survivor, other, choices),
  profileName: survivor.profileName ?? other.profileName,
  phone: chosen('phone', survivor, other, choices),
  email: chosen('email', survivor, other, choices),
  notes: notesOf(survivor, other, choices),
  language: chosen('language', survivor, other, choices),
  timezone: chosen('timezone', survivor, other, choices),
  attributes: { ...other.attributes, ...survivor.attributes },
  tagIds: [...new Set([...survivor.tagIds, ...other.tagIds])],
  blockedAt: survivor.blockedAt ?? other.blockedAt,
})

type Marketing = ContactCard['marketing']

/** A no of either holds. */
export const joinedMarketing = (survivor: Marketing, other: Marketing): Marketing => {
  if (survivor === 'denied' || other === 'denied') return 'denied'
  return survivor === 'granted' || other === 'granted' ? 'granted' : 'unknown'
}

/** The fields to restore on the survivor: those unchanged since the merge. */
export const restored = (now: Facts, { survivor, after }: { survivor: Facts; after: Facts }): Partial<Facts> => {
  const keys = keysOf(after)
  const same = keys.filter((key) => JSON.stringify(now[key]) === JSON.stringify(after[key]))
  return Object.fromEntries(same.map((key) => [key, survivor[key]]))
}
