import { type CompanyCtx, inTransaction } from '#server/context.ts'
import type { CompanySettings } from '#server/modules/companies/settings-cache/index.ts'
import { findIdentityOf, mayResume, recordConsent, type UserKey } from '#server/modules/contacts/contacts/index.ts'
import { runCommand, writeLine } from '#server/modules/inbox/commands/index.ts'
import { sendAutomatic } from '#server/modules/inbox/composing/index.ts'
import { findMessage } from '#server/modules/inbox/messages/index.ts'
import { type OptOutKeyword, parseOptOutKeyword } from './keywords.ts'
import { findPersonConversation } from './queries.ts'

type About = { contactId: string; conversationId: string | null; channelId: string | null; at: Date }
type Choice = {
  state: OptOutKeyword['state']
  source: 'keyword' | 'button' | 'whatsapp' | 'provider_error'
  evidence: Record<string, unknown>
}

/** Records it, with a line in the conversation; false when it was known. */
export const record = async (tx: CompanyCtx, about: About, choice: Choice): Promise<boolean> => {
  const { contactId, channelId, at, conversationId } = about
  const { state, source } = choice
  const consent = { companyId: tx.company.id, contactId, channelId, ...choice, at }
  if (!(await recordConsent(tx, consent))) return false
  if (conversationId === null) return true
  await runCommand(tx, conversationId, async (inner, row) => ({
    lines: [await writeLine(inner, row, state === 'denied' ? 'opted_out' : 'opted_in', { source })],
  }))
  return true
}

/**
 * When a message is one of the keywords by which people stop or resume marketing, records that for every number of the
 * company and confirms it once. Whoever has stopped nothing resumes nothing by writing "back" or "start". Answers whether
 * it was one.
 */
export const answerOptOutKeyword = async (
  ctx: CompanyCtx,
  settings: CompanySettings,
  messageId: string,
): Promise<boolean> => {
  const message = await findMessage(ctx, messageId)
  if (message?.direction !== 'in') return false
  const { optOut } = settings.channel(message.channelId)
  const keyword = parseOptOutKeyword(optOut, message.body)
  if (!keyword) return false
  const { contactId, conversationId, occurredAt: at, body } = message
  const person = { companyId: ctx.company.id, contactId, messageId }
  if (keyword.state === 'granted' && !(await mayResume(ctx, person))) return false
  await inTransaction(ctx, (tx) =>
    record(
      tx,
      { contactId, conversationId, channelId: null, at },
      { state: keyword.state, source: 'keyword', evidence: { messageId, words: body } },
    ),
  )
  const text = (keyword.state === 'denied' ? optOut.stopped : optOut.resumed)[keyword.locale]
  const clientKey = `opt-out:${messageId}`
  if (text !== '') await sendAutomatic(ctx, conversationId, { type: 'text', clientKey, body: text })
  return true
}

/** Records that a person stopped marketing by a button, for every number of the company, in the caller's transaction. */
export const stopMarketing = (
  tx: CompanyCtx,
  about: Omit<About, 'channelId'>,
  evidence: { messageId: string; words: string | null },
): Promise<boolean> => record(tx, { ...about, channelId: null }, { state: 'denied', source: 'button', evidence })

/** Meta refused marketing because the person has stopped it: the same as if they had told us, for this number. */
export const recordRefusal = async (ctx: CompanyCtx, messageId: string): Promise<void> => {
  const message = await findMessage(ctx, messageId)
  if (message?.direction !== 'out') return
  const { contactId, conversationId, channelId, occurredAt } = message
  const at = message.failedAt ?? occurredAt
  await inTransaction(ctx, (tx) =>
    record(
      tx,
      { contactId, conversationId, channelId, at },
      { state: 'denied', source: 'provider_error', evidence: { messageId } },
    ),
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
export const recordPreference = (ctx: CompanyCtx, preference: Preference): Promise<void> =>
  inTransaction(ctx, async (tx) => {
    const { channelId, user, value, at, detail } = preference
    const identity = await findIdentityOf(tx, user)
    if (!identity) return
    const conversationId = await findPersonConversation(tx, channelId, identity.id)
    const state = value === 'stop' ? 'denied' : 'granted'
    const about = { contactId: identity.contactId, conversationId, channelId, at }
    await record(tx, about, { state, source: 'whatsapp', evidence: { detail, identityId: identity.id } })
  })
