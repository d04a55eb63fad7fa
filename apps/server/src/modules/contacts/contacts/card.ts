import { refuseAbility } from '@recado/contracts'
import { type ContactCard, contactCard } from '@recado/contracts/contacts/contacts'
import { type CompanyCtx, factsOf } from '#server/context.ts'
import { type Definition, shownAttributes } from './attributes.ts'
import { maskEmail, maskPhone } from './masking.ts'

export type ContactFacts = {
  id: string
  name: string | null
  profileName: string | null
  phone: string | null
  username: string | null
}

/** Whether the actor sees phones and addresses in full. */
export const seesPersonalData = (ctx: Pick<CompanyCtx, 'actor' | 'company'>): boolean =>
  ctx.actor.kind === 'system' || refuseAbility('contacts.pii', factsOf(ctx)) === null

/** The phone as this actor may see it, with its plus sign; null when there is none. */
export const shownPhone = (phone: string | null, full: boolean): string | null => {
  if (phone === null) return null
  return full ? `+${phone}` : maskPhone(phone)
}

/** The address as this actor may see it. */
export const shownEmail = (email: string | null, full: boolean): string | null =>
  email !== null && !full ? maskEmail(email) : email

/** What to call a contact: given name, profile name, username, or the phone as the actor may see it. */
export const displayNameOf = (contact: Omit<ContactFacts, 'id'>, full: boolean): string =>
  contact.name ??
  contact.profileName ??
  (contact.username ? `@${contact.username}` : null) ??
  shownPhone(contact.phone, full) ??
  'WhatsApp'

export type IdentityFacts = { phone: string | null; waId: string | null; bsuid: string | null; username: string | null }

type CardFacts = ContactFacts & {
  email: string | null
  notes: string | null
  tags: string[]
  attributes: Record<string, unknown>
  language: string | null
  timezone: string | null
  marketing: ContactCard['marketing']
  createdAt: Date
  version: number
  identities: readonly IdentityFacts[]
  definitions: readonly Definition[]
}

const identitiesOf = (identities: readonly IdentityFacts[], full: boolean): ContactCard['identities'] => {
  const all = identities.flatMap(({ phone, waId, bsuid, username }): ContactCard['identities'] => [
    ...(waId || phone ? [{ kind: 'phone' as const, value: shownPhone(waId ?? phone, full) ?? '' }] : []),
    ...(bsuid ? [{ kind: 'bsuid' as const, value: bsuid }] : []),
    ...(username ? [{ kind: 'username' as const, value: `@${username}` }] : []),
  ])
  return [...new Map(all.map((one) => [`${one.kind} ${one.value}`, one])).values()]
}

type ViewFacts = Omit<ContactFacts, 'id'> & { email: string | null; attributes: Record<string, unknown> }

/** What a contact is called and reached by, and its own fields, as the actor may see them: `full` shows what is masked. */
export const contactView = (contact: ViewFacts, definitions: readonly Definition[], full: boolean) => ({
  displayName: displayNameOf(contact, full),
  phone: shownPhone(contact.phone, full),
  username: contact.username,
  email: shownEmail(contact.email, full),
  attributes: shownAttributes(contact.attributes, definitions, full),
})

export const cardOf = (contact: CardFacts, full: boolean): ContactCard =>
  contactCard.parse({
    ...contactView(contact, contact.definitions, full),
    id: contact.id,
    name: contact.name,
    profileName: contact.profileName,
    notes: contact.notes,
    tags: contact.tags,
    language: contact.language,
    timezone: contact.timezone,
    marketing: contact.marketing,
    identities: identitiesOf(contact.identities, full),
    createdAt: contact.createdAt.toISOString(),
    version: contact.version,
  })
