import type { ContactCard, updateContact as updateContactEndpoint } from '@recado/contracts/contacts/contacts'
import type { z } from 'zod'
import { type CompanyCtx, inTransaction } from '#server/context.ts'
import { AppError } from '#server/http/app-error.ts'
import { ensureTags } from '#server/modules/contacts/tags/index.ts'
import { emitChange } from '#server/realtime/emit-change.ts'
import { checkAttributes } from '../attributes.ts'
import { cardOf, seesPersonalData } from '../card.ts'
import {
  type ContactChange,
  changeAttributes,
  type FullContact,
  findContact,
  findDefinitions,
  updateContact,
} from '../queries/contacts.ts'
import { recordConsent } from './consent.ts'

/** The contact, or the one that it was merged into. Throws `not_found`. */
export const loadContact = async (ctx: CompanyCtx, id: string): Promise<FullContact> => {
  const contact = await findContact(ctx, id)
  if (!contact) throw new AppError('not_found')
  return contact
}

/** One contact as the actor may see it; a merged one is the one that stayed. Throws `not_found`. */
export const readContact = async (ctx: CompanyCtx, id: string): Promise<ContactCard> => {
  const contact = await loadContact(ctx, id)
  return cardOf({ ...contact, definitions: await findDefinitions(ctx) }, seesPersonalData(ctx))
}

const emptyToNull = (value: string | null | undefined) => (value === '' ? null : value)

type Change = z.output<typeof updateContactEndpoint.body>

const writeAttributes = async (tx: CompanyCtx, id: string, given: NonNullable<Change['attributes']>): Promise<void> => {
  const { set, clear, refusals } = checkAttributes(given, await findDefinitions(tx), seesPersonalData(tx))
  if (refusals.length > 0) throw new AppError('validation_failed', { errors: refusals })
  await changeAttributes(tx, id, set, clear)
}

const writeConsent = async (tx: CompanyCtx, contactId: string, state: 'granted' | 'denied'): Promise<void> => {
  const notedBy = tx.actor.kind === 'user' ? tx.actor.userId : null
  const companyId = tx.company.id
  await recordConsent(tx, { companyId, contactId, state, source: 'manual', evidence: { notedBy }, at: tx.now() })
}

/** Members must not replace an address that is hidden from them. Throws `validation_failed`. */
const assertSeen = (ctx: CompanyCtx, contact: FullContact, { email }: Change): void => {
  if (email === undefined || contact.email === null || seesPersonalData(ctx)) return
  throw new AppError('validation_failed', {
    errors: [{ path: 'email', code: 'invalid', message: 'Only those who see this address change it' }],
  })
}

/**
 * Changes what the team wrote about a contact. Throws `not_found`, `validation_failed` for fields that take no such value,
 * and `conflict` with the current contact if it was changed since `version` was read.
 */
export const changeContact = (ctx: CompanyCtx, id: string, body: Change): Promise<ContactCard> =>
  inTransaction(ctx, async (tx) => {
    const contact = await loadContact(tx, id)
    assertSeen(tx, contact, body)
    const change: ContactChange = {
      ...(body.name !== undefined && { name: emptyToNull(body.name) ?? null }),
      ...(body.email !== undefined && { email: emptyToNull(body.email) ?? null }),
      ...(body.notes !== undefined && { notes: emptyToNull(body.notes) ?? null }),
      ...(body.tags !== undefined && { tagIds: [...(await ensureTags(tx, body.tags)).values()] }),
      ...(body.language !== undefined && { language: body.language }),
      ...(body.timezone !== undefined && { timezone: body.timezone }),
    }
    if (!(await updateContact(tx, contact.id, body.version, change)))
      throw new AppError('conflict', { data: { current: await readContact(tx, contact.id) } })
    if (body.attributes) await writeAttributes(tx, contact.id, body.attributes)
    if (body.marketing && body.marketing !== contact.marketing) await writeConsent(tx, contact.id, body.marketing)
    emitChange(tx, 'contact.updated', { companyId: tx.company.id, ids: [contact.id] })
    return readContact(tx, contact.id)
  })
