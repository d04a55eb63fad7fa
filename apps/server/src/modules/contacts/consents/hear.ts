import { type CompanyCtx, inTransaction } from '#server/context.ts'
import type { Desk } from '#server/modules/companies/settings-cache/index.ts'
import { findIdentityOf, mayResume, recordConsent, type UserKey } from '#server/modules/contacts/contacts/index.ts'
import { apply, findDeskMessage, findPersonConversation, writeLine } from '#server/modules/inbox/conversations/index.ts'
import { sendAutomatic } from '#server/modules/whatsapp/sending/index.ts'
import { type Word, wordOf } from './words.ts'

type Heard = { contactId: string; conversationId: string | null; channelId: string | null; at: Date }
type Source = 'keyword' | 'whatsapp' | 'provider_error'

/** Writes it down, with a line in the conversation; false when it was known. */
const note = async (
  tx: CompanyCtx,
  heard: Heard,
  state: Word['state'],
  source: Source,
  evidence: Record<string, unknown>,
): Promise<boolean> => {
  const { contactId, channelId, at, conversationId } = heard
  const consent = { companyId: tx.company.id, contactId, channelId, state, source, evidence, at }
  if (!(await recordConsent(tx, consent))) return false
  if (conversationId === null) return true
  await apply(tx, conversationId, async (inner, row) => ({
    lines: [await writeLine(inner, row, state === 'denied' ? 'opted_out' : 'opted_in', { source })],
  }))
  return true
}

/**
 * Hears whether a message is one of the words by which people stop or resume marketing: notes it for every number of the
 * company and confirms it once. Whoever has stopped nothing resumes nothing by writing "back" or "start". Answers whether
 * it was such a word.
 */
export const hearWord = async (ctx: CompanyCtx, desk: Desk, messageId: string): Promise<boolean> => {
  const message = await findDeskMessage(ctx, messageId)
  if (message?.direction !== 'in') return false
  const { optOut } = desk.channel(message.channelId)
  const word = wordOf(optOut, message.body)
  if (!word) return false
  const { contactId, conversationId, occurredAt: at, body } = message
  const person = { companyId: ctx.company.id, contactId, messageId }
  if (word.state === 'granted' && !(await mayResume(ctx, person))) return false
  await inTransaction(ctx, (tx) =>
    note(tx, { contactId, conversationId, channelId: null, at }, word.state, 'keyword', { messageId, words: body }),
  )
  const text = (word.state === 'denied' ? optOut.stopped : optOut.resumed)[word.locale]
  const clientKey = `opt-out:${messageId}`
  if (text !== '') await sendAutomatic(ctx, conversationId, { type: 'text', clientKey, body: text })
  return true
}

/** Meta refused marketing because the person has stopped it: the same as if they had told us, for this number. */
export const hearRefusal = async (ctx: CompanyCtx, messageId: string): Promise<void> => {
  const message = await findDeskMessage(ctx, messageId)
  if (message?.direction !== 'out') return
  const { contactId, conversationId, channelId, occurredAt } = message
  const at = message.failedAt ?? occurredAt
  await inTransaction(ctx, (tx) =>
    note(tx, { contactId, conversationId, channelId, at }, 'denied', 'provider_error', { messageId }),
  )
}

export type Preference = {
  channelId: string
  user: Pick<UserKey, 'companyId' | 'scope' | 'phone' | 'bsuid'>
  value: 'stop' | 'resume'
  at: Date
  detail: string | null
}

/** What a person chose in WhatsApp itself, for this number. Of people we do not know nothing is kept. */
export const hearPreference = (ctx: CompanyCtx, preference: Preference): Promise<void> =>
  inTransaction(ctx, async (tx) => {
    const { channelId, user, value, at, detail } = preference
    const identity = await findIdentityOf(tx, user)
    if (!identity) return
    const conversationId = await findPersonConversation(tx, channelId, identity.id)
    const state = value === 'stop' ? 'denied' : 'granted'
    await note(tx, { contactId: identity.contactId, conversationId, channelId, at }, state, 'whatsapp', {
      detail,
      identityId: identity.id,
    })
  })
