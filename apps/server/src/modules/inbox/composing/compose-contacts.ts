import type { MessageDraft, SharedContactDraft } from '@recado/contracts/inbox/messages'
import type { CompanyCtx } from '#server/context.ts'
import { AppError } from '#server/http/app-error.ts'
import { readContact, seesPersonalData } from '#server/modules/contacts/contacts/index.ts'

type ContactsDraft = Extract<MessageDraft, { type: 'contacts' }>
type Written = Exclude<SharedContactDraft, { contactId: string }>

const cardOf = ({ name, phone, email, organisation }: Written, waId: string | null) => ({
  name: { formatted_name: name, first_name: name.split(' ')[0] ?? name },
  phones: [{ phone, type: 'CELL', ...(waId && { wa_id: waId }) }],
  ...(email && { emails: [{ email, type: 'WORK' }] }),
  ...(organisation && { org: { company: organisation } }),
})

const refused = (index: number, code: string) =>
  new AppError('validation_failed', {
    errors: [{ path: `contacts.${index}.contactId`, code, message: 'This contact cannot be shared' }],
  })

const storedCard = async (ctx: CompanyCtx, contactId: string, index: number) => {
  if (!seesPersonalData(ctx)) throw refused(index, 'forbidden')
  const contact = await readContact(ctx, contactId).catch((error: unknown) => {
    throw error instanceof AppError && error.code === 'not_found' ? refused(index, 'not_found') : error
  })
  if (!contact.phone) throw refused(index, 'without_phone')
  const { displayName: name, phone, email } = contact
  return cardOf({ name, phone, email: email ?? '' }, phone.replace(/\D/g, ''))
}

/**
 * The cards of a message as WhatsApp wants them. Contacts of the company are read now and in full, so only who may see
 * personal data shares them. Throws `validation_failed` for one that is not there, has no phone, or may not be shared.
 */
export const composeCards = (ctx: CompanyCtx, draft: ContactsDraft) =>
  Promise.all(
    draft.contacts.map((shared, index) =>
      'contactId' in shared ? storedCard(ctx, shared.contactId, index) : cardOf(shared, null),
    ),
  )
