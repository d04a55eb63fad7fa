import { type CompanyCtx, inTransaction } from '#server/context.ts'
import { GraphError } from '#server/lib/whatsapp-cloud/graph-error.ts'
import { announceContacts, blocks } from '#server/modules/contacts/contacts/index.ts'
import { recordContactEvents } from '#server/modules/contacts/timeline/index.ts'
import { findChannelAccess, graphClientOf } from '#server/modules/whatsapp/directory/index.ts'
import { findPlaces, type Place } from './queries.ts'

/** Meta's code for people who did not write within 24 hours: it blocks none of them. */
const WROTE_TOO_LONG_AGO = 131047

type Refusal = { number: string; tooLate: boolean }

/** Asks WhatsApp to block a person for a number, or no longer; answers why it does not. Throws what another try may end. */
const ask = async (ctx: CompanyCtx, place: Place, block: boolean): Promise<Refusal | null> => {
  const { channelId, channelName: number, recipient } = place
  const access = await findChannelAccess(ctx.deps, channelId)
  if (!access?.accessToken) return { number, tooLate: false }
  const client = await graphClientOf(ctx.deps, ctx.company.id, channelId)
  const { phoneNumberId } = access.channel
  try {
    await (block ? client.blockUser(phoneNumberId, recipient) : client.unblockUser(phoneNumberId, recipient))
    return null
  } catch (error) {
    if (!(error instanceof GraphError) || error.fate !== 'rejected' || error.rule.retry) throw error
    return { number, tooLate: error.code === WROTE_TOO_LONG_AGO }
  }
}

const saveAnswer = (ctx: CompanyCtx, contactId: string, refusals: readonly Refusal[]) =>
  inTransaction(ctx, async (tx) => {
    const companyId = tx.company.id
    const answer = refusals.length > 0 ? 'refused' : 'done'
    if (!(await blocks.saveBlockAnswer(tx, { companyId, contactId }, answer))) return
    await recordContactEvents(
      tx,
      refusals.map((data) => ({ companyId, contactId, kind: 'block_refused', data })),
    )
    announceContacts(tx, [contactId])
  })

/**
 * Tells WhatsApp, for each number that has a conversation with a contact, whether they are blocked, from the state that is
 * found: it may run any number of times. A refusal leaves our own block, and is noted with the contact.
 */
export const carryBlock = async (ctx: CompanyCtx, contactId: string): Promise<void> => {
  const key = { companyId: ctx.company.id, contactId }
  const blocked = await blocks.isBlocked(ctx, key)
  const refusals: Refusal[] = []
  for (const place of await findPlaces(ctx, contactId)) {
    const refusal = await ask(ctx, place, blocked)
    if (refusal) refusals.push(refusal)
  }
  // Changed meanwhile, perhaps by a run that is over already.
  if ((await blocks.isBlocked(ctx, key)) !== blocked) return carryBlock(ctx, contactId)
  if (blocked) await saveAnswer(ctx, contactId, refusals)
}
