import { refuseAbility } from '@recado/contracts'
import { type ContactCard, contactCard } from '@recado/contracts/conversations'
import { type CompanyCtx, factsOf } from '#server/context.ts'
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

/** What to call a contact: given name, profile name, username, or the phone as the actor may see it. */
export const displayNameOf = (contact: Omit<ContactFacts, 'id'>, full: boolean): string =>
  contact.name ??
  contact.profileName ??
  (contact.username ? `@${contact.username}` : null) ??
  shownPhone(contact.phone, full) ??
  'WhatsApp'

type CardFacts = ContactFacts & { email: string | null; notes: string | null; tags: string[]; createdAt: Date }

export const cardOf = (contact: CardFacts, full: boolean): ContactCard =>
  contactCard.parse({
    id: contact.id,
    displayName: displayNameOf(contact, full),
    name: contact.name,
    profileName: contact.profileName,
    phone: shownPhone(contact.phone, full),
    username: contact.username,
    email: contact.email && !full ? maskEmail(contact.email) : contact.email,
    notes: contact.notes,
    tags: contact.tags,
    createdAt: contact.createdAt.toISOString(),
  })
