import type { CompanyCtx } from '#server/context.ts'
import { isOpen, nextOpening } from '#server/lib/business-hours.ts'
import type { CompanySettings } from '#server/modules/companies/settings-cache/index.ts'
import { sendAutomatic } from '#server/modules/inbox/composing/index.ts'
import { findConversation } from '#server/modules/inbox/conversations/index.ts'
import { findLastAway } from './queries.ts'

const HOUR = 3_600_000
/** Older messages arrived late, and no one expects an automatic answer to them any more. */
const LATEST_MS = 15 * 60_000

type Written = { conversationId: string; messageId: string; begun: boolean; at: Date }

/**
 * Answers a customer by itself: within the hours of the channel with its greeting when the conversation begins, outside of
 * them with its away message, once in each closed period and not again before the hours that the channel names.
 */
export const greet = async (ctx: CompanyCtx, settings: CompanySettings, written: Written): Promise<void> => {
  const { conversationId, messageId, begun, at } = written
  const row = await findConversation(ctx, conversationId)
  const now = ctx.now()
  if (!row || row.status === 'resolved' || now.getTime() - at.getTime() > LATEST_MS) return
  const { greeting, away, businessHoursId } = settings.channel(row.channelId).routing
  const hours = settings.hours(businessHoursId)
  const say = (clientKey: string, body: string) => sendAutomatic(ctx, conversationId, { type: 'text', clientKey, body })
  if (isOpen(hours, now)) {
    if (begun && greeting.enabled && greeting.text !== '') await say(`greeting:${messageId}`, greeting.text)
    return
  }
  if (!away.enabled || away.text === '') return
  const last = await findLastAway(ctx, conversationId)
  if (last && now.getTime() - last.getTime() < away.everyHours * HOUR) return
  const opening = nextOpening(hours, now)?.getTime() ?? 0
  await say(`away:${conversationId}:${opening}`, away.text)
}
