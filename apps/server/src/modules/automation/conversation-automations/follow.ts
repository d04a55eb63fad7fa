import { type CompanyCtx, type Deps, inTransaction } from '#server/context.ts'
import { dropHeldSurveys, holdSurvey, recordOpinion } from '#server/modules/automation/csat/index.ts'
import { answerOptOutWord } from '#server/modules/automation/opt-outs/index.ts'
import { fillQueues, receiveConversation } from '#server/modules/automation/routing/index.ts'
import { watchPromises } from '#server/modules/automation/sla/index.ts'
import { automationCtx, type Desk, deskOf } from '#server/modules/companies/settings-cache/index.ts'
import { enqueueReadMark } from '#server/modules/inbox/composing/index.ts'
import {
  type FollowUp,
  findDeskConversation,
  findDeskMessage,
  isSurveyAnswer,
  markConversationRead,
  openConversation,
  runCommand,
} from '#server/modules/inbox/conversations/index.ts'
import { followFailure } from './failure.ts'
import { greet } from './greet.ts'

const markRead = async (ctx: CompanyCtx, desk: Desk, conversationId: string) => {
  if (desk.settings.readReceipts !== 'on_open') return
  await inTransaction(ctx, async (tx) => {
    const row = await findDeskConversation(tx, conversationId)
    if (row) await enqueueReadMark(tx, row)
  })
}

/** Whether a message was left in a conversation that was resolved before, as the comment on a score. */
const isLeft = async (ctx: CompanyCtx, id: string, createdAt: Date) => {
  const row = await findDeskConversation(ctx, id)
  return row?.status === 'resolved' && row.resolvedAt !== null && row.resolvedAt < createdAt
}

/** Somebody has to see it. */
const takeUp = (ctx: CompanyCtx, id: string) =>
  inTransaction(ctx, async (tx) => {
    await runCommand(tx, id, openConversation())
    await runCommand(tx, id, markConversationRead(false))
  })

/** What a customer wrote: a word about marketing, an opinion, or something that somebody has to answer. */
const followMessage = async (ctx: CompanyCtx, desk: Desk, { conversationId: id, cause, messageId }: FollowUp) => {
  const message = messageId ? await findDeskMessage(ctx, messageId) : null
  if (!message || !messageId) return
  const survey = isSurveyAnswer({ type: message.type as 'text', payload: message.payload })
  const isWord = await answerOptOutWord(ctx, desk, messageId)
  const left = !survey && (await isLeft(ctx, id, message.createdAt))
  const heard = (desk.settings.csat.enabled || survey || left) && (await recordOpinion(ctx, desk, messageId))
  // Two texts at once after a score: only one of them is the comment.
  if (left && !heard && !isWord) await takeUp(ctx, id)
  if (survey || left) return
  const begun = cause === 'begun' || cause === 'reopened'
  if (begun) await receiveConversation(ctx, desk, { id, reopened: cause === 'reopened' })
  await watchPromises(ctx, desk, { id, begins: begun })
  if (!isWord) await greet(ctx, desk, { conversationId: id, messageId, begun, at: message.occurredAt })
  if (begun) await fillQueues(ctx, desk)
}

/** Does what the desk of a company does by itself when something happened in a conversation. Safe to repeat. */
export const follow = async (deps: Deps, followUp: FollowUp): Promise<void> => {
  const { companyId, conversationId: id, cause, messageId } = followUp
  const desk = await deskOf(deps, companyId)
  if (!desk) return
  const ctx = automationCtx(deps, desk)
  if (cause === 'read') return markRead(ctx, desk, id)
  if (cause === 'failed') return messageId ? followFailure(ctx, desk, id, messageId) : undefined
  if (messageId && cause !== 'answered') return followMessage(ctx, desk, followUp)
  await watchPromises(ctx, desk, { id, begins: cause === 'reopened', rechoose: cause === 'sorted' })
  if (cause === 'resolved' && followUp.survey !== false) await holdSurvey(ctx, desk, id)
  if (cause === 'reopened') await dropHeldSurveys(ctx, id)
  if (cause !== 'answered') await fillQueues(ctx, desk)
}
