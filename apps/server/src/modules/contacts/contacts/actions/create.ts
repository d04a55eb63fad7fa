import type { ContactSource, createContact as createContactEndpoint } from '@recado/contracts/contacts/contacts'
import type { z } from 'zod'
import type { CompanyCtx } from '#server/context.ts'
import { AppError } from '#server/http/app-error.ts'
import { newId } from '#server/lib/ids.ts'
import { ensureTags, findTags } from '#server/modules/contacts/tags/index.ts'
import { recordContactEvents } from '#server/modules/contacts/timeline/index.ts'
import { recordAudit } from '#server/modules/shared/audit/index.ts'
import { checkNewAttributes } from '../attributes.ts'
import { seesPersonalData } from '../card.ts'
import { spendLookups } from '../lookups.ts'
import {
  fillContact,
  findDefinitions,
  insertContact,
  insertTagsOf,
  isInBin,
  restoreContact,
} from '../queries/contacts.ts'
import { findContactsByPhone } from '../queries/identities.ts'
import { replacePoints } from '../queries/points.ts'
import type { Sql } from '../whatsapp-user.ts'
import { readContact } from './card.ts'
import { assertUnique } from './change.ts'
import { assertWelcome, columnsOf, furtherEmails, identifiersOf, parsePhones } from './fields.ts'
import { announceContacts, withPeopleLocked } from './transaction.ts'

type Body = z.output<typeof createContactEndpoint.body>
type Answer = z.input<(typeof createContactEndpoint)['response']>

/** Whether the contact was in the bin. Throws `contact_in_bin` unless it may come back. */
export const takeOutOfBin = async (tx: CompanyCtx, contactId: string, restore: boolean): Promise<boolean> => {
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

/** A contact needs something that identifies it. Throws `validation_failed`. */
export const assertSomeone = (
  { name, email, emails }: Pick<Body, 'name' | 'email' | 'emails'>,
  phones: readonly string[],
): void => {
  if (name || email || (emails && emails.length > 0) || phones.length > 0) return
  throw new AppError('validation_failed', {
    errors: [{ path: 'name', code: 'required', message: 'A name, a phone or an e-mail address is needed' }],
  })
}

const findKnown = async (sql: Sql, companyId: string, phones: readonly string[]): Promise<string | undefined> => {
  const found = await findContactsByPhone(
    sql,
    phones.map((phone) => ({ companyId, phone })),
  )
  return phones.map((phone) => found.get(`${companyId} ${phone}`)).find((id) => id !== undefined)
}

/** Whether a contact that was there is another now. Throws `contact_in_bin`. */
const completeKnown = async (tx: CompanyCtx, id: string, body: Body): Promise<boolean> => {
  const isBack = await takeOutOfBin(tx, id, body.restore === true)
  const email = body.email ?? body.emails?.[0]
  const filled = await fillContact(tx, id, { name: body.name || null, email: email || null })
  const tagged = await addTags(tx, id, body.tags ?? [])
  return isBack || filled || tagged
}

/** Where contacts come from whom no member types in. */
const sources: { readonly [K in CompanyCtx['actor']['kind']]?: ContactSource } = { key: 'api', system: 'integration' }

/** Writes a contact that was not there. Throws `validation_failed`. */
export const insertNew = async (tx: CompanyCtx, body: Body, phones: readonly string[]): Promise<string> => {
  const definitions = await findDefinitions(tx)
  const { set, refusals } = checkNewAttributes(body.attributes ?? {}, definitions, seesPersonalData(tx))
  if (refusals.length > 0) throw new AppError('validation_failed', { errors: refusals })
  await assertUnique(tx, null, set, definitions)
  const id = newId()
  const source = sources[tx.actor.kind] ?? 'manual'
  await insertContact(tx, { ...(await columnsOf(tx, body)), id, source, attributes: set, phone: phones[0] ?? null })
  await replacePoints(tx, id, 'phone', phones.slice(1))
  await replacePoints(tx, id, 'email', furtherEmails(body) ?? [])
  await recordAudit(tx, { action: 'contact.created', target: { type: 'contact', id }, diff: {} })
  await recordContactEvents(tx, [{ companyId: tx.company.id, contactId: id, kind: 'created', data: { source } }])
  return id
}

/**
 * Makes a contact, or answers the one that has a phone of it; what that one lacks of name and e-mail is filled in. A
 * message from the phone later comes from this contact. Throws `validation_failed`, `contact_suppressed` for whoever was
 * erased and must not be taken in again, `quota_exceeded` for readers without personal data, who learn from the answer
 * whose phone it is, and `contact_in_bin` unless whoever has the phone may come out of there.
 */
export const createContact = async (ctx: CompanyCtx, body: Body): Promise<Answer> => {
  const phones = body.phones
    ? await parsePhones(ctx, body.phones)
    : await parsePhones(ctx, body.phone ? [body.phone] : [], () => 'phone')
  assertSomeone(body, phones)
  await spendLookups(ctx, identifiersOf(body, phones))
  return withPeopleLocked(ctx, async (tx, sql) => {
    await assertWelcome(tx, body, phones)
    const known = await findKnown(sql, tx.company.id, phones)
    const id = known ?? (await insertNew(tx, body, phones))
    if (known === undefined || (await completeKnown(tx, known, body))) announceContacts(tx, [id])
    return { contact: await readContact(tx, id), created: known === undefined }
  })
}
