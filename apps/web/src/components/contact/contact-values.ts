import type { ContactAttribute } from '@recado/contracts/contacts/contact-attributes'
import type { ContactCard } from '@recado/contracts/contacts/contacts'
import { isSame } from '#web/lib/api/versions.ts'
import { showPhone } from '#web/lib/i18n/phone.ts'

const addressParts = ['street', 'city', 'state', 'postalCode', 'country'] as const
type Address = Record<(typeof addressParts)[number], string>

/** What the form of a contact holds; empty texts stand for nothing. */
export type ContactValues = {
  name: string
  phones: string[]
  emails: string[]
  organization: string
  jobTitle: string
  document: string
  birthday: string
  language: string
  timezone: string
  address: Address
  lifecycle: string
  ownerId: string
  tags: string[]
  attributes: Record<string, unknown>
  notes: string
}

const atLeastOne = (values: readonly string[]): string[] => (values.length > 0 ? [...values] : [''])

const addressOf = (address: ContactCard['address'] | undefined): Address => ({
  street: address?.street ?? '',
  city: address?.city ?? '',
  state: address?.state ?? '',
  postalCode: address?.postalCode ?? '',
  country: address?.country ?? '',
})

/** The form of a contact as it is stored, or of a new one. */
export const valuesOf = (contact: ContactCard | null): ContactValues => ({
  name: contact?.name ?? '',
  phones: atLeastOne((contact?.phones ?? []).map(showPhone)),
  emails: atLeastOne(contact?.emails ?? []),
  organization: contact?.organization ?? '',
  jobTitle: contact?.jobTitle ?? '',
  document: contact?.document ?? '',
  birthday: contact?.birthday ?? '',
  language: contact?.language ?? '',
  timezone: contact?.timezone ?? '',
  address: addressOf(contact?.address),
  lifecycle: contact?.lifecycle ?? '',
  ownerId: contact?.owner?.id ?? '',
  tags: contact?.tags ?? [],
  attributes: contact?.attributes ?? {},
  notes: contact?.notes ?? '',
})

const filled = (values: readonly string[]): string[] => values.map((one) => one.trim()).filter(Boolean)
const isEmpty = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)

const attributesOf = (values: ContactValues, before: ContactValues): Record<string, unknown> | undefined => {
  const keys = new Set([...Object.keys(values.attributes), ...Object.keys(before.attributes)])
  const changed = [...keys].flatMap((key): [string, unknown][] => {
    const [now, then] = [values.attributes[key], before.attributes[key]]
    if (isSame(isEmpty(now) ? null : now, isEmpty(then) ? null : then)) return []
    return [[key, isEmpty(now) ? null : now]]
  })
  return changed.length > 0 ? Object.fromEntries(changed) : undefined
}

const sentOf = (field: keyof ContactValues, values: ContactValues): unknown => {
  if (field === 'phones' || field === 'emails') return filled(values[field])
  if (field === 'ownerId') return values.ownerId || null
  if (field === 'address') {
    const parts = Object.entries(values.address).filter(([, part]) => part.trim() !== '')
    return parts.length > 0 ? Object.fromEntries(parts) : null
  }
  return values[field]
}

const fields = [
  ...([
    'name',
    'phones',
    'emails',
    'organization',
    'jobTitle',
    'document',
    'birthday',
    'language',
    'timezone',
  ] as const),
  ...(['address', 'lifecycle', 'ownerId', 'tags', 'notes'] as const),
]

/** What of the form is another than before, as the API takes it. What was not touched is not sent. */
export const bodyOf = (values: ContactValues, before: ContactValues): Record<string, unknown> => {
  const changed = fields.flatMap((field): [string, unknown][] => {
    const now = sentOf(field, values)
    return isSame(now, sentOf(field, before)) ? [] : [[field, now]]
  })
  const attributes = attributesOf(values, before)
  return { ...Object.fromEntries(changed), ...(attributes && { attributes }) }
}

/** The values of a contact with what was typed over them. */
export const withTyped = (stored: ContactValues, typed: ContactValues): ContactValues => {
  const blank = valuesOf(null)
  const own = fields.filter((field) => !isSame(sentOf(field, typed), sentOf(field, blank)))
  const merged = { ...stored, ...Object.fromEntries(own.map((field) => [field, typed[field]])) }
  return {
    ...merged,
    // The phone by which they were found is one of theirs.
    phones: stored.phones,
    tags: [...new Set([...stored.tags, ...typed.tags])],
    attributes: { ...stored.attributes, ...attributesOf(typed, blank) },
  }
}

/** Whether the company's own field can be written in a form; JSON comes by the API alone. */
export const isWritten = ({ type }: Pick<ContactAttribute, 'type'>): boolean => type !== 'json'
