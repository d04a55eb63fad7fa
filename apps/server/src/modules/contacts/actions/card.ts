import type { ContactCard, updateContact as updateContactEndpoint } from '@recado/contracts/conversations'
import type { z } from 'zod'
import { type CompanyCtx, inTransaction } from '#server/context.ts'
import { AppError } from '#server/http/app-error.ts'
import { cardOf, seesPersonalData } from '../card.ts'
import { type ContactChange, findContact, updateContact } from '../queries/contacts.ts'

const loadContact = async (ctx: CompanyCtx, id: string) => {
  const contact = await findContact(ctx, id)
  if (!contact) throw new AppError('not_found')
  return contact
}

/** One contact as the actor may see it. Throws `not_found`. */
export const readContact = async (ctx: CompanyCtx, id: string): Promise<ContactCard> =>
  cardOf(await loadContact(ctx, id), seesPersonalData(ctx))

const emptyToNull = (value: string | null | undefined) => (value === '' ? null : value)

export const changeContact = (
  ctx: CompanyCtx,
  id: string,
  body: z.output<typeof updateContactEndpoint.body>,
): Promise<ContactCard> =>
  inTransaction(ctx, async (tx) => {
    await loadContact(tx, id)
    const change: ContactChange = {
      ...(body.name !== undefined && { name: emptyToNull(body.name) ?? null }),
      ...(body.email !== undefined && { email: emptyToNull(body.email) ?? null }),
      ...(body.notes !== undefined && { notes: emptyToNull(body.notes) ?? null }),
      ...(body.tags !== undefined && { tags: [...new Set(body.tags)] }),
    }
    await updateContact(tx, id, change)
    tx.afterCommit(() =>
      tx.deps.bus.publish('hints', {
        rooms: [`company:${tx.company.id}`],
        hint: { event: 'contact.updated', companyId: tx.company.id, ids: [id] },
      }),
    )
    return readContact(tx, id)
  })
