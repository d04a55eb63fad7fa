import type { createContact as createContactEndpoint } from '@recado/contracts/contacts/contacts'
import { canonicalPhone } from '@recado/contracts/whatsapp/phone'
import type { z } from 'zod'
import type { CompanyCtx } from '#server/context.ts'
import { AppError } from '#server/http/app-error.ts'
import { newId } from '#server/lib/ids.ts'
import { digitsOfTyped } from '#server/lib/typed-phone.ts'
import { ensureTags, findTags } from '#server/modules/contacts/tags/index.ts'
import { recordContactEvents } from '#server/modules/contacts/timeline/index.ts'
import { recordAudit } from '#server/modules/shared/audit/index.ts'
import { fillContact, findCountry, insertTagsOf, isInBin, restoreContact } from '../queries/contacts.ts'
import { findContactsByPhone, insertContacts } from '../queries/identities.ts'
import { findSuppressed, type SuppressionKey } from '../queries/suppressions.ts'
import { readContact } from './card.ts'
import { announceContacts, withPeopleLocked } from './transaction.ts'

type Body = z.output<typeof createContactEndpoint.body>
type Answer = z.input<(typeof createContactEndpoint)['response']>

/** Whether the contact was in the bin. Throws `contact_in_bin` unless it may come back. */
const takeOutOfBin = async (tx: CompanyCtx, contactId: string, restore: boolean): Promise<boolean> => {
  if (!(await isInBin(tx, contactId))) return false
  if (!restore) throw new AppError('contact_in_bin', { data: { contactId } })
  await restoreContact(tx, contactId)
  const data = { reason: 'member' as const }
  await recordContactEvents(tx, [{ companyId: tx.company.id, contactId, kind: 'restored', data }])
  return true
}

/** Whether the contact has tags now that it had not. */
const addTags = async (tx: CompanyCtx, contactId: string, names: readonly string[]): Promise<boolean> => {
  const ids = [...(await ensureTags(tx, names)).values()]
  const added = await insertTagsOf(tx, contactId, ids)
  if (added.length === 0) return false
  const data = { added: (await findTags(tx, added)).map(({ name }) => name), removed: [] }
  await recordContactEvents(tx, [{ companyId: tx.company.id, contactId, kind: 'tags_changed', data }])
  return true
}

/**
 * Makes a contact, or answers the one that has the phone; what that one lacks of name and e-mail is filled in. A message
 * from the phone later comes from this contact. Throws `validation_failed` for the phone, `contact_suppressed` for whoever
 * was erased and must not be taken in again, and `contact_in_bin` unless whoever has the phone may come out of there.
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
    const isBack = known !== undefined && (await takeOutOfBin(tx, known, body.restore === true))
    if (known === undefined) {
      await insertContacts(sql, [{ companyId, id, name: null, profileName: null, phone, source: 'manual' }])
      await recordAudit(tx, { action: 'contact.created', target: { type: 'contact', id }, diff: {} })
      await recordContactEvents(tx, [{ companyId, contactId: id, kind: 'created', data: { source: 'manual' } }])
    }
    const filled = await fillContact(tx, id, { name: body.name || null, email: body.email || null })
    const tagged = await addTags(tx, id, body.tags ?? [])
    if (known === undefined || isBack || filled || tagged) announceContacts(tx, [id])
    return { contact: await readContact(tx, id), created: known === undefined }
  })
}
