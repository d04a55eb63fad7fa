import { refuseAbility } from '@recado/contracts'
import { type ContactCard, contactCard } from '@recado/contracts/contacts/contacts'
import { showTaxId } from '@recado/contracts/shared/tax-id'
import { type CompanyCtx, factsOf } from '#server/context.ts'
import { personOf } from '#server/lib/avatar-url.ts'
import { given } from '#server/lib/given.ts'
import { type Definition, shownAttributes } from './attributes.ts'
import { maskDocument, maskEmail, maskPhone } from './masking.ts'
import type { FullContact } from './queries/contacts.ts'

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

type CardFacts = FullContact & { definitions: readonly Definition[] }

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

const iso = (at: Date | null) => at?.toISOString() ?? null

const partsOfAddress = (address: ContactCard['address'], full: boolean): ContactCard['address'] => {
  if (address === null || full) return address
  const { city, state, country } = address
  return given({ city, state, country })
}

const pointsOf = ({ phone, email, points }: FullContact, full: boolean) => {
  const further = (kind: 'phone' | 'email') => points.flatMap((one) => (one.kind === kind ? [one.value] : []))
  return {
    phones: [...(phone === null ? [] : [phone]), ...further('phone')].map((one) => shownPhone(one, full) ?? ''),
    emails: [...(email === null ? [] : [email]), ...further('email')].map((one) => shownEmail(one, full) ?? ''),
    externalIds: points.flatMap(({ kind, scope, value }) =>
      kind === 'external' ? [{ source: scope, id: value }] : [],
    ),
  }
}

const documentOf = ({ deps: { sealer } }: Pick<CompanyCtx, 'deps'>, sealed: string | null, full: boolean) => {
  if (sealed === null) return null
  const shown = showTaxId(sealer.open(sealed))
  return full ? shown : maskDocument(shown)
}

/** What is not everyone's to see of a contact, as the actor may see it. */
export const privateView = (ctx: CompanyCtx, { document, address }: Pick<FullContact, 'document' | 'address'>) => {
  const full = seesPersonalData(ctx)
  return { document: documentOf(ctx, document, full), address: partsOfAddress(address, full) }
}

/** Contacts that were blocked before reasons were asked for have none. */
const blockOf = ({ blockedAt, block }: Pick<FullContact, 'blockedAt' | 'block'>): ContactCard['block'] =>
  blockedAt && {
    reason: block?.reason ?? '',
    since: blockedAt.toISOString(),
    onWhatsapp: block?.onWhatsapp ?? 'refused',
  }

/** A contact as the actor may see it. */
export const cardOf = (ctx: CompanyCtx, contact: CardFacts): ContactCard => {
  const full = seesPersonalData(ctx)
  const { owner } = contact
  return contactCard.parse({
    ...contact,
    ...pointsOf(contact, full),
    ...contactView(contact, contact.definitions, full),
    identities: identitiesOf(contact.identities, full),
    ...privateView(ctx, contact),
    owner: owner && personOf(owner.id, owner.name, owner.avatarFileId),
    blocked: contact.blockedAt !== null,
    block: blockOf(contact),
    lastInboundAt: iso(contact.lastInboundAt),
    lastOutboundAt: iso(contact.lastOutboundAt),
    deletedAt: iso(contact.deletedAt),
    erasedAt: iso(contact.erasedAt),
    createdAt: contact.createdAt.toISOString(),
  })
}
