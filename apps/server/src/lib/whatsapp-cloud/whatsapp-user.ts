import { asText, asWords, type Loose } from './loose-json.ts'
import type { WhatsappUser } from './webhook-types.ts'

const bsuidShape = /^[A-Z]{2}\./

type Given = {
  phone?: unknown
  bsuid?: unknown
  parentBsuid?: unknown
  username?: unknown
  name?: unknown
  countryCode?: unknown
}

const digitsOf = (text: string | null): string | null => {
  if (text === null) return null
  const digits = text.replace(/\D/g, '')
  return digits === '' ? null : digits
}

/**
 * One user from what the wire gives. The phone may be omitted, empty, or hold a business-scoped id (`BR.…`); all three
 * mean that it is hidden (reference §5.2).
 */
export const whatsappUser = (given: Given): WhatsappUser => {
  const phone = asText(given.phone)
  const disguised = phone !== null && bsuidShape.test(phone)
  const username = asWords(given.username, 'name')
  return {
    phone: disguised ? null : digitsOf(phone),
    bsuid: asText(given.bsuid) ?? (disguised ? phone : null),
    parentBsuid: asText(given.parentBsuid),
    username: username?.startsWith('@') ? username.slice(1) || null : username,
    name: asWords(given.name, 'name'),
    countryCode: asText(given.countryCode),
  }
}

const profileOf = (contact: Loose | undefined): Loose =>
  typeof contact?.profile === 'object' && contact.profile !== null ? (contact.profile as Loose) : {}

const isSame = (contact: Loose, phone: string | null, bsuid: string | null) =>
  (phone !== null && (contact.wa_id === phone || contact.user_id === phone)) ||
  (bsuid !== null && (contact.user_id === bsuid || contact.wa_id === bsuid))

/**
 * The user behind a phone and a BSUID of a message, completed from the contacts of the same body. Contacts are matched by
 * id, never by position; a lone contact without any id is taken for a lone message.
 */
export const userWithProfile = (
  phone: unknown,
  bsuid: unknown,
  contacts: readonly Loose[],
  alone: boolean,
): WhatsappUser => {
  const phoneText = asText(phone)
  const bsuidText = asText(bsuid)
  const only = contacts.length === 1 ? contacts[0] : undefined
  const contact =
    contacts.find((candidate) => isSame(candidate, phoneText, bsuidText)) ??
    (alone && only && (!asText(only.wa_id) || !phoneText) && (!asText(only.user_id) || !bsuidText) ? only : undefined)
  const profile = profileOf(contact)
  return whatsappUser({
    phone: phoneText ?? contact?.wa_id,
    bsuid: bsuidText ?? contact?.user_id,
    parentBsuid: contact?.parent_user_id,
    username: profile.username,
    name: profile.name,
    countryCode: profile.country_code,
  })
}
