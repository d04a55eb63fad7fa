import type { ContactCard, updateContact as updateContactEndpoint } from '@recado/contracts/contacts/contacts'
import { phoneDigits } from '@recado/contracts/whatsapp/phone'
import type { z } from 'zod'
import { type CompanyCtx, inTransaction } from '#server/context.ts'
import { AppError } from '#server/http/app-error.ts'
import { recordContactEvents } from '#server/modules/contacts/timeline/index.ts'
import { checkAttributes, type Definition, type Refusal, uniqueValues } from '../attributes.ts'
import { seesPersonalData } from '../card.ts'
import { eventsOf } from '../changes.ts'
import { spendLookups } from '../lookups.ts'
import {
  changeAttributes,
  type FullContact,
  findDefinitions,
  hasAttribute,
  lockOwnPeople,
  updateContact,
} from '../queries/contacts.ts'
import { replacePoints } from '../queries/points.ts'
import { keysOfContact } from '../queries/suppressions.ts'
import { assertNotErased, loadContact, readContact } from './card.ts'
import { recordConsent } from './consent.ts'
import { assertOwnPhones, assertWelcome, columnsOf, furtherEmails, identifiersOf, parsePhones } from './fields.ts'
import { announceContacts } from './transaction.ts'

type Change = z.output<typeof updateContactEndpoint.body>

/** Throws `validation_failed` for values that another contact has and no two may share. */
export const assertUnique = async (
  tx: CompanyCtx,
  contactId: string | null,
  set: Readonly<Record<string, unknown>>,
  definitions: readonly Definition[],
): Promise<void> => {
  const errors: Refusal[] = []
  for (const [key, value] of uniqueValues(set, definitions)) {
    if (await hasAttribute(tx, contactId, key, value))
      errors.push({ path: `attributes.${key}`, code: 'taken', message: 'Another contact has this value' })
  }
  if (errors.length > 0) throw new AppError('validation_failed', { errors })
}

const writeAttributes = async (
  tx: CompanyCtx,
  id: string,
  given: NonNullable<Change['attributes']>,
  definitions: readonly Definition[],
): Promise<void> => {
  const { set, clear, refusals } = checkAttributes(given, definitions, seesPersonalData(tx))
  if (refusals.length > 0) throw new AppError('validation_failed', { errors: refusals })
  await assertUnique(tx, id, set, definitions)
  await changeAttributes(tx, id, set, clear)
}

const writeConsent = async (tx: CompanyCtx, contactId: string, state: 'granted' | 'denied'): Promise<void> => {
  const notedBy = tx.actor.kind === 'user' ? tx.actor.userId : null
  const companyId = tx.company.id
  await recordConsent(tx, { companyId, contactId, state, source: 'manual', evidence: { notedBy }, at: tx.now() })
}

const hiddenFields = ['email', 'emails', 'phones', 'document', 'address'] as const

/** Members must not replace what is hidden from them: they would write over what they have not seen. */
const assertSeen = (ctx: CompanyCtx, contact: FullContact, body: Change): void => {
  if (seesPersonalData(ctx)) return
  const has = {
    email: contact.email !== null,
    emails: contact.email !== null,
    phones: contact.phone !== null,
    document: contact.document !== null,
    address: contact.address !== null,
  }
  const errors = hiddenFields.flatMap((path) =>
    body[path] !== undefined && has[path]
      ? [{ path, code: 'invalid', message: 'Only those who see this field change it' }]
      : [],
  )
  if (errors.length > 0) throw new AppError('validation_failed', { errors })
}

const phonesOf = async (tx: CompanyCtx, id: string, typed: readonly string[] | undefined) => {
  if (typed === undefined) return undefined
  const phones = await parsePhones(tx, typed)
  await assertOwnPhones(tx, id, phones)
  return phones
}

/** Whether the change needs the company's other contacts to stay as they are. */
const mayCollide = (body: Change, definitions: readonly Definition[]): boolean =>
  body.phones !== undefined || uniqueValues(body.attributes ?? {}, definitions).length > 0

/**
 * Changes what the team wrote about a contact. Throws `not_found`, `validation_failed` for fields that take no such value,
 * `quota_exceeded` for readers without personal data, and `conflict` with the current contact if it was changed since
 * `version` was read.
 */
export const changeContact = async (ctx: CompanyCtx, id: string, body: Change): Promise<ContactCard> => {
  await spendLookups(ctx, identifiersOf(body, body.phones?.map(phoneDigits) ?? []))
  return inTransaction(ctx, async (tx) => {
    const definitions = await findDefinitions(tx)
    if (mayCollide(body, definitions)) await lockOwnPeople(tx)
    const before = await loadContact(tx, id)
    assertNotErased(before)
    assertSeen(tx, before, body)
    const contactId = before.id
    const phones = await phonesOf(tx, contactId, body.phones)
    await assertWelcome(tx, body, phones ?? [], keysOfContact(before))
    const columns = { ...(await columnsOf(tx, body)), ...(phones && { phone: phones[0] ?? null }) }
    if (!(await updateContact(tx, contactId, body.version, columns)))
      throw new AppError('conflict', { data: { current: await readContact(tx, contactId) } })
    if (phones) await replacePoints(tx, contactId, 'phone', phones.slice(1))
    const emails = furtherEmails(body)
    if (emails) await replacePoints(tx, contactId, 'email', emails)
    if (body.attributes) await writeAttributes(tx, contactId, body.attributes, definitions)
    if (body.marketing && body.marketing !== before.marketing) await writeConsent(tx, contactId, body.marketing)
    await recordContactEvents(tx, eventsOf(before, await loadContact(tx, contactId), definitions))
    announceContacts(tx, [contactId])
    return readContact(tx, contactId)
  })
}
