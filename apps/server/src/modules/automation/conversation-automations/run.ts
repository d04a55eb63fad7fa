import { type CompanyCtx, type Deps, inTransaction } from '#server/context.ts'
import { recordOpinion } from '#server/modules/automation/csat/index.ts'
import { answerConfirmation, answerOptOutKeyword } from '#server/modules/automation/opt-outs/index.ts'
import { fillQueues, receiveConversation } from '#server/modules/automation/routing/index.ts'
import { trackSlaTargets } from '#server/modules/automation/sla/index.ts'
import { automationCtx, type CompanySettings, settingsOf } from '#server/modules/companies/settings-cache/index.ts'
import { markConversationRead, openConversation, runCommand } from '#server/modules/inbox/commands/index.ts'
import { findConversation } from '#server/modules/inbox/conversations/index.ts'
import { findMessage, isSurveyAnswer } from '#server/modules/inbox/messages/index.ts'
import type { Automation } from './automation.ts'
import { automateFailure } from './failure.ts'
import { greet } from './greet.ts'

/** Whether a message was left in a conversation that was resolved before, as the comment on a score. */
const isLeft = async (ctx: CompanyCtx, id: string, createdAt: Date) => {
  const row = await findConversation(ctx, id)
  return row?.status === 'resolved' && row.resolvedAt !== null && row.resolvedAt < createdAt
}

/** It needs a member's attention. */
const reopenUnread = (ctx: CompanyCtx, id: string) =>
  inTransaction(ctx, async (tx) => {
    await runCommand(tx, id, openConversation())
    await runCommand(tx, id, markConversationRead(false))
  })

/** What a customer wrote: a marketing keyword, a rating, or a message that needs an answer. */
const automateMessage = async (
  ctx: CompanyCtx,
  settings: CompanySettings,
  { conversationId: id, cause, messageId }: Automation,
) => {
  const message = messageId ? await findMessage(ctx, messageId) : null
  if (!message || !messageId || (await answerConfirmation(ctx, messageId))) return
  const survey = isSurveyAnswer({ type: message.type as 'text', payload: message.payload })
  const isKeyword = await answerOptOutKeyword(ctx, settings, messageId)
  const left = !survey && (await isLeft(ctx, id, message.createdAt))
  const heard = (settings.chat.csat.enabled || survey || left) && (await recordOpinion(ctx, settings, messageId))
  // Two texts at once after a score: only one of them is the comment.
  if (left && !heard && !isKeyword) await reopenUnread(ctx, id)
  if (survey || left) return
  const begun = cause === 'begun' || cause === 'reopened'
  if (begun) await receiveConversation(ctx, settings, { id, reopened: cause === 'reopened' })
  await trackSlaTargets(ctx, settings, { id, begins: begun })
  if (!isKeyword) await greet(ctx, settings, { conversationId: id, messageId, begun, at: message.occurredAt })
  if (begun) await fillQueues(ctx, settings)
}

/** Does what a company has set up to happen automatically because of a message. Safe to repeat. */
export const runAutomation = async (deps: Deps, automation: Automation): Promise<void> => {
  const { companyId, conversationId, cause, messageId } = automation
  const settings = await settingsOf(deps, companyId)
  if (!settings) return
  const ctx = automationCtx(deps, settings)
  if (cause === 'answered') return trackSlaTargets(ctx, settings, { id: conversationId })
  if (cause === 'failed') return messageId ? automateFailure(ctx, settings, conversationId, messageId) : undefined
  await automateMessage(ctx, settings, automation)
}
