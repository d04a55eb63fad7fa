import type { EndpointResult } from '@recado/contracts'
import type {
  ContactUpsert,
  setContactTags as setContactTagsEndpoint,
  upsertContact as upsertContactEndpoint,
  upsertContacts as upsertContactsEndpoint,
} from '@recado/contracts/contacts/contact-upserts'
import { contactLimits } from '@recado/contracts/contacts/contact-values'
import { type ContactCard, tagsOfContact } from '@recado/contracts/contacts/contacts'
import type { z } from 'zod'
import type { CompanyCtx } from '#server/context.ts'
import { AppError } from '#server/http/app-error.ts'
import { toAppError } from '#server/http/errors.ts'
import { given } from '#server/lib/given.ts'
import { spendLookups } from '../lookups.ts'
import { findByKeys } from '../queries/batches.ts'
import type { FullContact } from '../queries/contacts.ts'
import { insertExternalId } from '../queries/points.ts'
import { loadContact, readContact } from './card.ts'
import { changeContact } from './change.ts'
import { assertSomeone, insertNew, takeOutOfBin } from './create.ts'
import { assertWelcome, identifiersOf, parsePhones } from './fields.ts'
import { announceContacts, withPeopleLocked } from './transaction.ts'

type Upserted = EndpointResult<typeof upsertContactEndpoint>

const emailsOf = ({ email, emails = [] }: ContactUpsert): string[] =>
  [...(email ? [email] : []), ...emails].map((one) => one.toLowerCase())

/** Whom the external id, a phone or an e-mail address names, in this order. */
const findKnown = async (tx: CompanyCtx, body: ContactUpsert, phones: readonly string[]): Promise<string | null> => {
  const { externalId } = body
  const emails = emailsOf(body)
  const external = externalId ? [externalId.id] : []
  const found = await findByKeys(tx, {
    scope: externalId?.source ?? '',
    external,
    phones: [...phones],
    emails,
    documents: [],
  })
  const keys = [
    ...external.map((value) => `external ${value}`),
    ...phones.map((value) => `phone ${value}`),
    ...emails.map((value) => `email ${value}`),
  ]
  return keys.map((key) => found.get(key)).find((id) => id !== undefined) ?? null
}

const assertAtMost = (path: string, values: readonly string[], most: number): void => {
  if (values.length <= most) return
  throw new AppError('validation_failed', { errors: [{ path, code: 'too_big', message: `At most ${most}` }] })
}

/** Each once; capitals make no difference. */
const joined = (...names: readonly string[]): string[] =>
  [...new Map(names.toReversed().map((name) => [name.toLowerCase(), name])).values()].toReversed()

const tagsWith = (has: readonly string[], further: readonly string[]): string[] => {
  const tags = joined(...has, ...further)
  assertAtMost('tags', tags, tagsOfContact)
  return tags
}

/** All that a contact has of a kind, the one that it is known by first. */
const had = ({ points, ...contact }: FullContact, of: 'phone' | 'email'): string[] => [
  ...(contact[of] === null ? [] : [contact[of]]),
  ...points.flatMap(({ kind, value }) => (kind === of ? [value] : [])),
]

/** What is new comes first; undefined where nothing is. Throws `validation_failed` for more than a contact may have. */
const added = (path: 'phones' | 'emails', given: readonly string[], known: readonly string[]) => {
  const lower = new Set(known.map((one) => one.toLowerCase()))
  const fresh = given.filter((one) => !lower.has(one.toLowerCase()))
  if (fresh.length === 0) return undefined
  const all = [...fresh, ...known]
  assertAtMost(path, all, contactLimits[path])
  return all
}

const changeKnown = async (tx: CompanyCtx, id: string, body: ContactUpsert, phones: readonly string[]) => {
  await takeOutOfBin(tx, id, body.restore === true)
  const contact = await loadContact(tx, id)
  const {
    phone: _phone,
    phones: _phones,
    email: _email,
    emails: _emails,
    externalId: _id,
    restore: _,
    ...fields
  } = body
  const change = {
    ...fields,
    phones: added('phones', phones, had(contact, 'phone'))?.map((digits) => `+${digits}`),
    emails: added('emails', emailsOf(body), had(contact, 'email')),
    tags: fields.tags && tagsWith(contact.tags, fields.tags),
  }
  await changeContact(tx, contact.id, { ...given(change), version: contact.version })
  return contact.id
}

const addNew = async (tx: CompanyCtx, body: ContactUpsert, phones: readonly string[]): Promise<string> => {
  const { marketing, externalId: _id, ...fields } = body
  assertSomeone(fields, phones)
  const id = await insertNew(tx, fields, phones)
  if (marketing) await changeContact(tx, id, { version: (await loadContact(tx, id)).version, marketing })
  announceContacts(tx, [id])
  return id
}

/**
 * Changes the contact that the external id, a phone or an e-mail address names, or makes one. Throws `validation_failed`,
 * `contact_suppressed`, `contact_in_bin`, `state_invalid` for whoever was erased, and `quota_exceeded`.
 */
export const upsertContact = async (ctx: CompanyCtx, body: ContactUpsert): Promise<Upserted> => {
  const phones = body.phones
    ? await parsePhones(ctx, [...(body.phone ? [body.phone] : []), ...body.phones])
    : await parsePhones(ctx, body.phone ? [body.phone] : [], () => 'phone')
  await spendLookups(ctx, [...identifiersOf(body, phones), ...(body.externalId ? [body.externalId.id] : [])])
  return withPeopleLocked(ctx, async (tx) => {
    await assertWelcome(tx, body, phones)
    const known = await findKnown(tx, body, phones)
    const id = known === null ? await addNew(tx, body, phones) : await changeKnown(tx, known, body, phones)
    if (body.externalId) await insertExternalId(tx, id, body.externalId)
    return { contact: await readContact(tx, id), created: known === null }
  })
}

type Results = EndpointResult<typeof upsertContactsEndpoint>['data']

/** The same for several, one after the other; each is taken or refused by itself. What is no one's fault stops the call. */
export const upsertContacts = async (ctx: CompanyCtx, bodies: readonly ContactUpsert[]): Promise<Results> => {
  const results: Results = []
  for (const body of bodies) {
    try {
      const { contact, created } = await upsertContact(ctx, body)
      results.push({ id: contact.id, created, error: null })
    } catch (thrown) {
      const error = toAppError(thrown as Error)
      if (error.status >= 500) throw thrown
      const { errors, data } = error.details
      const { code } = error
      results.push({ id: null, created: false, error: { code, ...(errors && { errors }), ...(data && { data }) } })
    }
  }
  return results
}

/** Adds and takes away tags. Throws `not_found`, `validation_failed`, `state_invalid`. */
export const changeTagsOf = (
  ctx: CompanyCtx,
  id: string,
  { add, remove }: z.output<typeof setContactTagsEndpoint.body>,
): Promise<ContactCard> =>
  withPeopleLocked(ctx, async (tx) => {
    const { tags, version } = await loadContact(tx, id)
    const gone = new Set(remove.map((name) => name.toLowerCase()))
    const kept = tags.filter((name) => !gone.has(name.toLowerCase()))
    return changeContact(tx, id, { version, tags: tagsWith(kept, add) })
  })
