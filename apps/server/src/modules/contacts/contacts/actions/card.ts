import type { ContactCard } from '@recado/contracts/contacts/contacts'
import type { CompanyCtx } from '#server/context.ts'
import { AppError } from '#server/http/app-error.ts'
import { cardOf } from '../card.ts'
import { type FullContact, findContact, findDefinitions } from '../queries/contacts.ts'

/** The contact, or the one that it was merged into. Throws `not_found`. */
export const loadContact = async (ctx: CompanyCtx, id: string): Promise<FullContact> => {
  const contact = await findContact(ctx, id)
  if (!contact) throw new AppError('not_found')
  return contact
}

const withDefinitions = async (ctx: CompanyCtx, contact: FullContact): Promise<ContactCard> =>
  cardOf(ctx, { ...contact, definitions: await findDefinitions(ctx) })

/** One contact as the actor may see it; a merged one is the one that stayed. Throws `not_found`. */
export const readContact = async (ctx: CompanyCtx, id: string): Promise<ContactCard> =>
  withDefinitions(ctx, await loadContact(ctx, id))

/** The same, also of a contact in the bin. */
export const readAnyContact = async (ctx: CompanyCtx, id: string): Promise<ContactCard> => {
  const contact = await findContact(ctx, id, true)
  if (!contact) throw new AppError('not_found')
  return withDefinitions(ctx, contact)
}
