import type { ContactCard } from '@recado/contracts/contacts/contacts'
import { isConflict } from '#web/lib/api/versions.ts'

/** What the team changes of a contact. */
export type Patch = {
  name?: string | null
  email?: string | null
  notes?: string | null
  tags?: string[]
  attributes?: Record<string, unknown>
  language?: string | null
  timezone?: string | null
  marketing?: 'granted' | 'denied'
}
type PlainField = Exclude<keyof Patch, 'attributes'>

/** A field that another member changed to a different value; `attribute` is the key of a custom field. */
export type Conflict = { theirs: unknown; mine: unknown } & (
  | { field: PlainField; attribute?: never }
  | { field: 'attributes'; attribute: string }
)

const plain = ['name', 'email', 'notes', 'tags', 'language', 'timezone', 'marketing'] as const satisfies PlainField[]

/** Fields of a change whose value is neither what it was made on nor what it wants. */
export const conflictsOf = (patch: Patch, base: ContactCard, current: ContactCard): Conflict[] => {
  const fields = plain.flatMap((field): Conflict[] => {
    const mine = patch[field]
    if (mine === undefined || !isConflict(base[field], current[field], mine)) return []
    return [{ field, theirs: current[field], mine }]
  })
  const attributes = Object.entries(patch.attributes ?? {}).flatMap(([attribute, mine]): Conflict[] => {
    const theirs = current.attributes[attribute]
    if (!isConflict(base.attributes[attribute], theirs, mine)) return []
    return [{ field: 'attributes', attribute, theirs, mine }]
  })
  return [...fields, ...attributes]
}

/** What is left of a change when the others' values stay. */
export const withoutConflicts = (patch: Patch, conflicts: readonly Conflict[]): Patch => {
  const { attributes, ...rest } = patch
  const fields = new Set<string>(conflicts.map(({ field }) => field))
  const own = new Set(conflicts.map(({ attribute }) => attribute))
  const kept = Object.entries(attributes ?? {}).filter(([key]) => !own.has(key))
  return {
    ...Object.fromEntries(Object.entries(rest).filter(([field]) => !fields.has(field))),
    ...(kept.length > 0 && { attributes: Object.fromEntries(kept) }),
  }
}

/** The contact as it will look once a change is kept. */
export const withPatch = (contact: ContactCard, { attributes, ...rest }: Patch): ContactCard => ({
  ...contact,
  ...rest,
  attributes: { ...contact.attributes, ...attributes },
})
