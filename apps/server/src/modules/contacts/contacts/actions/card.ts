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

/** The same, also of one in the bin. Throws `not_found`. */
export const loadAnyContact = async (ctx: CompanyCtx, id: string): Promise<FullContact> => {
  const contact = await findContact(ctx, id, true)
  if (!contact) throw new AppError('not_found')
  return contact
}

/** Nothing may be written about people who asked to be forgotten. Throws `state_invalid`. */
export const assertNotErased = ({ erasedAt }: Pick<FullContact, 'erasedAt'>): void => {
  if (erasedAt !== null) throw new AppError('state_invalid')
}

const withDefinitions = async (ctx: CompanyCtx, contact: FullContact): Promise<ContactCard> =>
  cardOf(ctx, { ...contact, definitions: await findDefinitions(ctx) })

/** One contact as the actor may see it; a merged one is the one that stayed. Throws `not_found`. */
export const readContact = async (ctx: CompanyCtx, id: string): Promise<ContactCard> =>
  withDefinitions(ctx, await loadContact(ctx, id))

/** The same, also of a contact in the bin. */
export const readAnyContact = async (ctx: CompanyCtx, id: string): Promise<ContactCard> =>
  withDefinitions(ctx, await loadAnyContact(ctx, id))
