import type { ContactCard } from '@recado/contracts/contacts/contacts'
import { type MergeField, type MergeSide, mergeUndoDays } from '@recado/contracts/contacts/contacts'
import { keysOf } from '@recado/contracts/shared/keys'
import type { merges, points } from '#server/modules/contacts/contacts/index.ts'

type Facts = merges.Facts
type Points = readonly points.Point[]
type Sides = Partial<Record<MergeField, MergeSide | undefined>>
export type Choices = Sides & { attributes?: Readonly<Record<string, MergeSide>> | undefined }

const DAY_MS = 24 * 60 * 60 * 1000
export const undoUntil = (mergedAt: Date): Date => new Date(mergedAt.getTime() + mergeUndoDays * DAY_MS)
/** Merges before this moment stay. */
export const undoableSince = (now: Date): Date => new Date(now.getTime() - mergeUndoDays * DAY_MS)

/** The columns that a choice decides about; notes, tags and attributes are joined. */
const columnsOf = {
  name: ['name'],
  phone: ['phone'],
  email: ['email'],
  document: ['documentHash', 'document'],
  birthday: ['birthday'],
  organization: ['organization'],
  jobTitle: ['jobTitle'],
  address: ['address'],
  lifecycle: ['lifecycle'],
  owner: ['ownerId'],
  language: ['language'],
  timezone: ['timezone'],
} as const satisfies Partial<Record<MergeField, readonly [keyof Facts, ...(keyof Facts)[]]>>

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)
const isEmpty = (value: unknown) => value === null || value === undefined || value === ''
const differ = (one: unknown, other: unknown) => !isEmpty(one) && !isEmpty(other) && !isSame(one, other)

const haveOtherTags = (survivor: Facts, other: Facts) =>
  survivor.tagIds.length > 0 && other.tagIds.length > 0 && !isSame(survivor.tagIds.toSorted(), other.tagIds.toSorted())

/** The company's own fields whose values the person who merges does not see; null for those who see all. */
export type Unseen = ((attribute: string) => boolean) | null

/** Fields that are masked, and cannot be looked up by a whole value either. */
const maskedFields: ReadonlySet<string> = new Set(['document', 'address'] satisfies MergeField[])

/** The choices about what the person sees: the rest stays as the survivor has it. */
export const seenChoices = (choices: Choices, unseen: Unseen): Choices => {
  if (unseen === null) return choices
  const { attributes = {}, ...fields } = choices
  return {
    ...Object.fromEntries(Object.entries(fields).filter(([field]) => !maskedFields.has(field))),
    attributes: Object.fromEntries(Object.entries(attributes).filter(([key]) => !unseen(key))),
  }
}

/** Fields of which both have a value, and another one. */
export const conflictsOf = (survivor: Facts, other: Facts, unseen: Unseen): MergeField[] => [
  ...keysOf(columnsOf).filter(
    (field) =>
      differ(survivor[columnsOf[field][0]], other[columnsOf[field][0]]) && !(unseen && maskedFields.has(field)),
  ),
  ...(differ(survivor.notes, other.notes) ? (['notes'] as const) : []),
  ...(haveOtherTags(survivor, other) ? (['tags'] as const) : []),
]

/** The company's own fields of which both have a value, and another one. */
export const attributeConflictsOf = (survivor: Facts, other: Facts, unseen: Unseen): string[] =>
  Object.keys(survivor.attributes).filter(
    (key) => differ(survivor.attributes[key], other.attributes[key]) && !unseen?.(key),
  )

const decided = (survivor: Facts, other: Facts, choices: Choices): Partial<Facts> =>
  Object.fromEntries(
    keysOf(columnsOf).flatMap((field) => {
      const [first, second] = choices[field] === 'other' ? [other, survivor] : [survivor, other]
      const from = isEmpty(first[columnsOf[field][0]]) ? second : first
      return columnsOf[field].map((column) => [column, from[column]])
    }),
  )

const notesOf = (survivor: Facts, other: Facts, choice: MergeSide | undefined): string | null => {
  if (choice === undefined && differ(survivor.notes, other.notes)) return `${survivor.notes}\n\n${other.notes}`
  return choice === 'other' ? (other.notes ?? survivor.notes) : (survivor.notes ?? other.notes)
}

const tagsOf = (survivor: Facts, other: Facts, choice: MergeSide | undefined): string[] => {
  if (choice && haveOtherTags(survivor, other)) return choice === 'other' ? other.tagIds : survivor.tagIds
  return [...new Set([...survivor.tagIds, ...other.tagIds])]
}

const attributesOf = (survivor: Facts, other: Facts, choices: Choices['attributes'] = {}) => {
  const theirs = Object.entries(other.attributes).filter(([key, value]) => choices[key] === 'other' && !isEmpty(value))
  return { ...other.attributes, ...survivor.attributes, ...Object.fromEntries(theirs) }
}

const latest = (one: string | null, other: string | null) => [one, other].toSorted().at(one && other ? 1 : 0) ?? null

/** What the contact that stays is afterwards. */
export const joined = (survivor: Facts, other: Facts, choices: Choices): Facts => ({
  ...survivor,
  ...decided(survivor, other, choices),
  profileName: survivor.profileName ?? other.profileName,
  notes: notesOf(survivor, other, choices.notes),
  tagIds: tagsOf(survivor, other, choices.tags),
  attributes: attributesOf(survivor, other, choices.attributes),
  blockedAt: survivor.blockedAt ?? other.blockedAt,
  block: survivor.block ?? other.block,
  legalHold: survivor.legalHold ?? other.legalHold,
  lastInboundAt: latest(survivor.lastInboundAt, other.lastInboundAt),
  lastOutboundAt: latest(survivor.lastOutboundAt, other.lastOutboundAt),
})

type Reached = Pick<Facts, 'phone' | 'email'>
type Known = { facts: Reached; points: Points }

const keyOf = ({ kind, scope, value }: points.Point) => `${kind} ${scope} ${value.toLowerCase()}`
const mainsOf = ({ phone, email }: Reached): points.Point[] => [
  ...(phone ? [{ kind: 'phone' as const, scope: '', value: phone }] : []),
  ...(email ? [{ kind: 'email' as const, scope: '', value: email.toLowerCase() }] : []),
]
const allOf = ({ facts, points }: Known) => [...mainsOf(facts), ...points]
const without = (points: Points, gone: Points): points.Point[] => {
  const keys = new Set(gone.map(keyOf))
  return [...new Map(points.map((one) => [keyOf(one), one])).values()].filter((one) => !keys.has(keyOf(one)))
}

/** Further phones, e-mails and ids of the contact that stays: all that either has, apart from its first ones. */
export const joinedPoints = (survivor: Known, other: Known, after: Reached): points.Point[] =>
  without([...allOf(survivor), ...allOf(other)], mainsOf(after))

/** What the contact that stayed keeps of them when the merge is undone: not what only the other one had. */
export const restoredPoints = (now: Known, before: { survivor: Known; merged: Known }): points.Point[] => {
  const theirs = without(allOf(before.merged), allOf(before.survivor))
  return without(without([...now.points, ...before.survivor.points], theirs), mainsOf(now.facts))
}

type Marketing = ContactCard['marketing']

/** A no of either holds. */
export const joinedMarketing = (survivor: Marketing, other: Marketing): Marketing => {
  if (survivor === 'denied' || other === 'denied') return 'denied'
  return survivor === 'granted' || other === 'granted' ? 'granted' : 'unknown'
}

/** The fields to restore on the survivor: those unchanged since the merge. */
export const restored = (now: Facts, { survivor, after }: { survivor: Facts; after: Facts }): Partial<Facts> => {
  const keys = keysOf(after)
  const same = keys.filter((key) => isSame(now[key], after[key]))
  return Object.fromEntries(same.map((key) => [key, survivor[key]]))
}
