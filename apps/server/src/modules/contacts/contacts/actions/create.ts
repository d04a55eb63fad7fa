import type { createContact as createContactEndpoint } from '@recado/contracts/contacts/contacts'
import { canonicalPhone } from '@recado/contracts/whatsapp/phone'
import type { z } from 'zod'
import type { CompanyCtx } from '#server/context.ts'
import { AppError } from '#server/http/app-error.ts'
import { newId } from '#server/lib/ids.ts'
import { digitsOfTyped } from '#server/lib/typed-phone.ts'
import { recordContactEvents } from '#server/modules/contacts/timeline/index.ts'
import { recordAudit } from '#server/modules/shared/audit/index.ts'
import { fillContact, findCountry } from '../queries/contacts.ts'
import { findContactsByPhone, insertContacts } from '../queries/identities.ts'
import { findSuppressed, type SuppressionKey } from '../queries/suppressions.ts'
import { readContact } from './card.ts'
import { announceContacts, withPeopleLocked } from './transaction.ts'

type Body = z.output<typeof createContactEndpoint.body>
type Answer = z.input<(typeof createContactEndpoint)['response']>

/**
 * Makes a contact, or answers the one that has the phone; what that one lacks of name and e-mail is filled in. A message
 * from the phone later comes from this contact. Throws `validation_failed` for the phone, and `contact_suppressed` for whoever
 * was erased and must not be taken in again.
 */
export const createContact = async (ctx: CompanyCtx, body: Body): Promise<Answer> => {
  const phone = canonicalPhone(digitsOfTyped(body.phone, await findCountry(ctx)))
  return withPeopleLocked(ctx, async (tx, sql) => {
    const companyId = tx.company.id
    const keys: SuppressionKey[] = [
      { kind: 'phone', value: phone },
      ...(body.email ? [{ kind: 'email' as const, value: body.email }] : []),
    ]
    if ((await findSuppressed(tx, keys)).size > 0) throw new AppError('contact_suppressed')
    const known = (await findContactsByPhone(sql, [{ companyId, phone }])).get(`${companyId} ${phone}`)
    const id = known ?? newId()
    if (known === undefined) {
      await insertContacts(sql, [{ companyId, id, name: null, profileName: null, phone }])
      await recordAudit(tx, { action: 'contact.created', target: { type: 'contact', id }, diff: {} })
      await recordContactEvents(tx, [{ companyId, contactId: id, kind: 'created', data: { source: 'manual' } }])
    }
    const filled = await fillContact(tx, id, { name: body.name || null, email: body.email || null })
    if (known === undefined || filled) announceContacts(tx, [id])
    return { contact: await readContact(tx, id), created: known === undefined }
  })
}
