import { type CompanyCtx, inTransaction } from '#server/context.ts'
import { emit } from '#server/events.ts'
import { AppError } from '#server/http/app-error.ts'
import { newId } from '#server/lib/ids.ts'
import type { CompanySettings } from '#server/modules/companies/settings-cache/index.ts'
import { isWindowOpen, sendAutomatic } from '#server/modules/inbox/composing/index.ts'
import { findConversation } from '#server/modules/inbox/conversations/index.ts'
import { findMessage, surveyPrefix, tappedId } from '#server/modules/inbox/messages/index.ts'
import { assertVisible } from '#server/modules/inbox/visibility/index.ts'
import * as queries from './queries.ts'
import { answerOf, questionDraft, templateDraft, withAnswerIds } from './survey.ts'

/**
 * Asks the customer of a resolved conversation how it was: once for each conversation, and each contact once in seven
 * days. Inside of the window by something to tap, else by the template that the company chose, or not at all.
 */
export const askCustomer = async (
  ctx: CompanyCtx,
  settings: CompanySettings,
  conversationId: string,
): Promise<void> => {
  const { csat } = settings.chat
  if (!csat.enabled) return
  await inTransaction(ctx, async (tx) => {
    const row = await findConversation(tx, conversationId)
    // No survey for conversations in which the customer never wrote.
    if (row?.status !== 'resolved' || row.lastInboundAt === null) return
    await queries.lockContact(tx, row.contactId)
    if (await queries.wasAsked(tx, row.id)) return
    const id = newId()
    const open = isWindowOpen(row.windowExpiresAt, tx.now())
    if (!open && csat.template === null) return
    const messageId =
      open || csat.template === null
        ? await sendAutomatic(tx, row.id, questionDraft(csat, settings.locale, id))
        : await sendAutomatic(tx, row.id, templateDraft(csat.template, id), { adjust: withAnswerIds(id) })
    if (messageId === null) return
    const { contactId, channelId, teamId } = row
    const userId = row.resolvedBy ?? row.assigneeId
    await queries.insertResponse(tx, {
      ...{ companyId: tx.company.id, id, conversationId, contactId, channelId, userId, teamId, messageId },
      sentAt: tx.now(),
    })
  })
}

/** Records what the customer tapped as their score. Answers whether it was one. */
const recordScore = async (ctx: CompanyCtx, settings: CompanySettings, tapped: string | null): Promise<boolean> => {
  const answer = answerOf(tapped)
  if (!answer) return false
  const row = await inTransaction(ctx, async (tx) => {
    const saved = await queries.saveScore(tx, answer.responseId, answer.score)
    if (!saved) return null
    const { id: responseId, conversationId, teamId } = saved
    await emit(tx, 'csat.scored', { companyId: tx.company.id, conversationId, responseId, teamId, score: answer.score })
    return saved
  })
  const { thanks } = settings.chat.csat
  if (row && thanks !== '')
    await sendAutomatic(ctx, row.conversationId, { type: 'text', clientKey: `csat-thanks:${row.id}`, body: thanks })
  return true
}

/**
 * Records what a message says of how the customer was served: a score, or within a day of it a comment. Answers whether
 * it was one.
 */
export const recordOpinion = async (
  ctx: CompanyCtx,
  settings: CompanySettings,
  messageId: string,
): Promise<boolean> => {
  const message = await findMessage(ctx, messageId)
  if (message?.direction !== 'in') return false
  const tapped = tappedId({ type: message.type as 'text', payload: message.payload })
  if (tapped?.startsWith(surveyPrefix)) return recordScore(ctx, settings, tapped)
  const { conversationId, body, occurredAt } = message
  if (message.type !== 'text' || !body) return false
  return inTransaction(ctx, (tx) => queries.saveComment(tx, conversationId, body, occurredAt))
}

/** What the customer said about a conversation; null when they were not asked. Throws `not_found`. */
export const readOpinion = async (ctx: CompanyCtx, conversationId: string) => {
  await assertVisible(ctx, conversationId)
  const row = await queries.findResponse(ctx, conversationId)
  if (!row) return { response: null }
  const { score, comment, sentAt, answeredAt } = row
  return {
    response: { score, comment, sentAt: sentAt.toISOString(), answeredAt: answeredAt?.toISOString() ?? null },
  }
}

const MOST_DAYS = 366
const DAY = 86_400_000

type Asked = { from: string; to: string; teamId?: string | undefined; userId?: string | undefined }

/** What customers said in a period: all in all, by score, person, team and day. Throws `validation_failed`. */
export const sumUpOpinions = async (ctx: CompanyCtx, { from, to, teamId, userId }: Asked) => {
  const span = { from: new Date(from), to: new Date(to) }
  const days = (span.to.getTime() - span.from.getTime()) / DAY
  if (days <= 0 || days > MOST_DAYS)
    throw new AppError('validation_failed', {
      errors: [{ path: 'to', code: 'range', message: `Between a moment and ${MOST_DAYS} days after from` }],
    })
  return queries.sumUp(ctx, { ...span, teamId, userId })
}
