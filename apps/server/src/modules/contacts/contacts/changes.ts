import type { ContactFieldChange } from '@recado/contracts/contacts/contact-events'
import type { Definition } from './attributes.ts'
import type { FullContact } from './queries/contacts.ts'

const open = ['name', 'organization', 'jobTitle', 'birthday', 'language', 'timezone'] as const

const isSame = (a: unknown, b: unknown) => JSON.stringify(a ?? null) === JSON.stringify(b ?? null)

const phonesOf = ({ phone, points }: FullContact) => [phone, ...points.filter(({ kind }) => kind === 'phone')]
const emailsOf = ({ email, points }: FullContact) => [email, ...points.filter(({ kind }) => kind === 'email')]

/** What is not for everyone in the company, and so has no values in the timeline. */
const hiddenChanges = (before: FullContact, after: FullContact): ContactFieldChange[] =>
  [
    { field: 'phones', same: isSame(phonesOf(before), phonesOf(after)) },
    { field: 'emails', same: isSame(emailsOf(before), emailsOf(after)) },
    { field: 'document', same: before.documentHash === after.documentHash },
    { field: 'address', same: isSame(before.address, after.address) },
    { field: 'notes', same: before.notes === after.notes },
  ].flatMap(({ field, same }) => (same ? [] : [{ field }]))

const attributeChanges = (before: FullContact, after: FullContact, definitions: readonly Definition[]) =>
  definitions.flatMap(({ key, sensitive }): ContactFieldChange[] => {
    const [from, to] = [before.attributes[key], after.attributes[key]]
    if (isSame(from, to)) return []
    const field = `attributes.${key}`
    return [sensitive ? { field } : { field, from, to }]
  })

/** What a change comes to on the timeline of a contact. */
export const eventsOf = (before: FullContact, after: FullContact, definitions: readonly Definition[]) => {
  const base = { companyId: after.companyId, contactId: after.id }
  const changes = [
    ...open.flatMap((field): ContactFieldChange[] =>
      isSame(before[field], after[field]) ? [] : [{ field, from: before[field], to: after[field] }],
    ),
    ...hiddenChanges(before, after),
    ...attributeChanges(before, after, definitions),
  ]
  const added = after.tags.filter((tag) => !before.tags.includes(tag))
  const removed = before.tags.filter((tag) => !after.tags.includes(tag))
  const owners = { from: before.owner?.name ?? null, to: after.owner?.name ?? null }
  const stages = { from: before.lifecycle, to: after.lifecycle }
  return [
    ...(changes.length > 0 ? [{ ...base, kind: 'updated' as const, data: { changes } }] : []),
    ...(added.length + removed.length > 0
      ? [{ ...base, kind: 'tags_changed' as const, data: { added, removed } }]
      : []),
    ...(before.ownerId !== after.ownerId ? [{ ...base, kind: 'owner_changed' as const, data: owners }] : []),
    ...(before.lifecycle !== after.lifecycle ? [{ ...base, kind: 'lifecycle_changed' as const, data: stages }] : []),
  ]
}
