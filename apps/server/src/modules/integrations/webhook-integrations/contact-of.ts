import { phoneDigits } from '@recado/contracts/whatsapp/phone'
import type { CompanyCtx } from '#server/context.ts'
import { changeContact, createContact } from '#server/modules/contacts/contacts/index.ts'
import type { Mapped } from '#server/modules/integrations/webhook-sources/index.ts'
import { findByEmail } from './queries/processing.ts'

const isAddress = /^[^\s@]{1,64}@[^\s@]{1,180}\.[^\s@]{2,}$/

/** Who an event is about, as its fields say. */
export const personIn = ({ fields }: Pick<Mapped, 'fields'>) => {
  const email = String(fields['email'] ?? '')
    .trim()
    .toLowerCase()
  const phone = phoneDigits(String(fields['phone'] ?? ''))
  return {
    phone: phone === '' ? null : phone,
    email: isAddress.test(email) ? email : null,
    name:
      String(fields['name'] ?? '')
        .trim()
        .slice(0, 120) || null,
  }
}

/**
 * The contact that an event is about, by phone and then by e-mail; whoever is not known by either is made one, if a phone
 * is there. Null without: nobody can be written to. Throws `contact_suppressed`, `validation_failed`.
 */
export const contactOf = async (ctx: CompanyCtx, mapped: Pick<Mapped, 'fields'>): Promise<string | null> => {
  const { phone, email, name } = personIn(mapped)
  const byEmail = email === null ? null : await findByEmail(ctx, email)
  if (phone === null) return byEmail?.id ?? null
  if (byEmail && byEmail.phone === null) {
    const { id, version } = byEmail
    // Whose phone it is already is not made another's by an e-mail address.
    const changed = await changeContact(ctx, id, { version, phones: [`+${phone}`] }).catch(() => null)
    if (changed) return changed.id
  }
  const body = { phones: [`+${phone}`], ...(email && { email }), ...(name && { name }), restore: true }
  return (await createContact(ctx, body)).contact.id
}
