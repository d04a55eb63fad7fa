import type { createContact, updateContact } from '@recado/contracts/contacts/contacts'
import { canonicalPhone } from '@recado/contracts/whatsapp/phone'
import type { z } from 'zod'
import type { CompanyCtx } from '#server/context.ts'
import { AppError } from '#server/http/app-error.ts'
import { given } from '#server/lib/given.ts'
import { parseTyped } from '#server/lib/typed-phone.ts'
import { readContactSettings } from '#server/modules/contacts/contact-settings/index.ts'
import { ensureTags } from '#server/modules/contacts/tags/index.ts'
import type { Refusal } from '../attributes.ts'
import { type ContactChange, findCountry, findOwner } from '../queries/contacts.ts'
import { findTakenPhones } from '../queries/points.ts'
import { findSuppressed, type SuppressionKey } from '../queries/suppressions.ts'

/** What the team writes about a contact, as it is sent. */
export type Fields = Omit<z.output<typeof createContact.body>, 'phone'> &
  Pick<z.output<typeof updateContact.body>, 'name'>

const refuse = (errors: Refusal[]): void => {
  if (errors.length > 0) throw new AppError('validation_failed', { errors })
}

/** Canonical digits of phones as they were typed, each once. Throws `validation_failed` with the place of each that is none. */
export const parsePhones = async (
  ctx: CompanyCtx,
  typed: readonly string[],
  pathOf = (index: number) => `phones.${index}`,
): Promise<string[]> => {
  if (typed.length === 0) return []
  const country = await findCountry(ctx)
  const digits = typed.map((text) => parseTyped(text, country))
  refuse(
    digits.flatMap((one, index) =>
      one === null ? [{ path: pathOf(index), code: 'phone', message: 'Not a phone number' }] : [],
    ),
  )
  return [...new Set(digits.flatMap((one) => (one === null ? [] : [canonicalPhone(one)])))]
}

/** What someone says of a contact that tells whether another has it too. */
export const identifiersOf = (
  { email, emails = [], document }: Pick<Fields, 'email' | 'emails' | 'document'>,
  phones: readonly string[],
): string[] => [...phones, ...[email, ...emails, document].flatMap((one) => (one ? [one] : []))]

/** Throws `validation_failed` for phones that another contact has. */
export const assertOwnPhones = async (tx: CompanyCtx, id: string | null, phones: readonly string[]): Promise<void> => {
  const taken = await findTakenPhones(tx, id, phones)
  refuse(
    phones.flatMap((phone, index) =>
      taken.includes(phone)
        ? [{ path: `phones.${index}`, code: 'taken', message: 'Another contact has this number' }]
        : [],
    ),
  )
}

const assertOwner = async (tx: CompanyCtx, ownerId: string | null | undefined): Promise<void> => {
  if (ownerId && !(await findOwner(tx, ownerId)))
    refuse([{ path: 'ownerId', code: 'not_a_member', message: 'Not a member of the company' }])
}

const assertStage = async (tx: CompanyCtx, lifecycle: string | null | undefined): Promise<void> => {
  if (!lifecycle) return
  const { settings } = await readContactSettings(tx)
  if (!settings.stages.some(({ key }) => key === lifecycle))
    refuse([{ path: 'lifecycle', code: 'not_found', message: 'No such stage' }])
}

const emptyToNull = <T>(value: T | '' | null | undefined): T | null | undefined => (value === '' ? null : value)

/** What finds a sealed CPF or CNPJ again, normalised. */
export const hashDocument = ({ deps, company }: Pick<CompanyCtx, 'deps' | 'company'>, document: string): string =>
  deps.sealer.sign('document', `${company.id} ${document}`)

const documentOf = (tx: CompanyCtx, document: string | null | undefined) => {
  if (document === undefined) return {}
  if (!document) return { document: null, documentHash: null }
  return { document: tx.deps.sealer.seal(document), documentHash: hashDocument(tx, document) }
}

const addressOf = (address: Fields['address']) => {
  if (!address) return address
  const filled = Object.entries(address).filter(([, part]) => part)
  return filled.length > 0 ? Object.fromEntries(filled) : null
}

/**
 * The columns that fields come to, apart from phones and attributes; tags are created where they are not there yet. Throws
 * `validation_failed` for an owner who is no member and a stage that is not there.
 */
export const columnsOf = async (tx: CompanyCtx, fields: Fields): Promise<ContactChange> => {
  await assertOwner(tx, fields.ownerId)
  await assertStage(tx, fields.lifecycle)
  const email = fields.emails === undefined ? fields.email : (fields.emails[0] ?? null)
  return given({
    name: emptyToNull(fields.name),
    organization: emptyToNull(fields.organization),
    jobTitle: emptyToNull(fields.jobTitle),
    email: emptyToNull(email),
    notes: emptyToNull(fields.notes),
    birthday: emptyToNull(fields.birthday),
    language: emptyToNull(fields.language),
    timezone: emptyToNull(fields.timezone),
    lifecycle: emptyToNull(fields.lifecycle),
    ownerId: fields.ownerId,
    address: addressOf(fields.address),
    tagIds: fields.tags && [...(await ensureTags(tx, fields.tags)).values()],
    ...documentOf(tx, fields.document),
  })
}

/** E-mails besides the first, each once; undefined where nothing is said of them. */
export const furtherEmails = ({ emails }: Fields): string[] | undefined =>
  emails && [...new Map(emails.map((one) => [one.toLowerCase(), one.toLowerCase()])).values()].slice(1)

/** People who must not be taken in are not taken in as further numbers or addresses either. Throws `contact_suppressed`. */
export const assertWelcome = async (
  tx: CompanyCtx,
  { email, emails = [] }: { email?: string | null | undefined; emails?: readonly string[] | undefined },
  phones: readonly string[],
  known: readonly SuppressionKey[] = [],
): Promise<void> => {
  const keys: SuppressionKey[] = [
    ...phones.map((value) => ({ kind: 'phone' as const, value })),
    ...[...(email ? [email] : []), ...emails].map((value) => ({ kind: 'email' as const, value })),
  ]
  const isKnown = (key: SuppressionKey) => known.some(({ kind, value }) => kind === key.kind && value === key.value)
  if (
    (
      await findSuppressed(
        tx,
        keys.filter((key) => !isKnown(key)),
      )
    ).size > 0
  )
    throw new AppError('contact_suppressed')
}
