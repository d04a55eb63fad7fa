import type { Ctx } from '#server/context.ts'
import { emit } from '#server/events.ts'
import { AppError } from '#server/http/app-error.ts'
import { newId } from '#server/lib/ids.ts'
import { settingsOf } from '#server/modules/companies/settings-cache/index.ts'
import { blocks } from '#server/modules/contacts/contacts/index.ts'
import {
  findOtherOpenConversation,
  type OutboundConversation,
  suppressionEffectOf,
} from '#server/modules/inbox/conversations/index.ts'
import { findMessageByClientKey } from '#server/modules/inbox/messages/index.ts'
import { canSend, findChannelAccess, sendPriorities } from '#server/modules/whatsapp/directory/index.ts'
import { addSends } from '#server/modules/whatsapp/sending/index.ts'
import { listChannelTemplates } from '#server/modules/whatsapp/templates/index.ts'
import type { Composed } from '../composed.ts'
import { markReadJob } from '../jobs.ts'
import { isWindowOpen } from '../policy.ts'
import { addOutboundMessage, findLatestInbound } from '../queries/outbound.ts'
import { announceMessage } from './announce.ts'

const SUGGESTIONS = 5

/** What a message is to its recipient: a reply answers what they wrote, anything else begins with the company. */
type Purpose = 'reply' | 'other'

/** Throws `contact_blocked` and `contact_suppressed` for whoever must not be written to; that their window is open is asked elsewhere. */
const assertMayReach = async (ctx: Ctx, conversation: OutboundConversation, purpose: Purpose): Promise<void> => {
  if (await blocks.isBlocked(ctx, conversation)) throw new AppError('contact_blocked')
  const effect = await suppressionEffectOf(ctx, conversation)
  if (effect === 'blocked' || (effect === 'replies' && purpose === 'other')) throw new AppError('contact_suppressed')
}

/**
 * Throws `channel_not_sendable` when nothing can leave by the conversation's channel, `company_suspended` and
 * `access_block_required` when nothing of the company may, `sending_paused` while the platform holds the channel,
 * `contact_blocked` and `contact_suppressed` for whoever must not be written to.
 */
export const assertSendable = async (
  ctx: Ctx,
  conversation: OutboundConversation,
  purpose: Purpose = 'other',
): Promise<void> => {
  const access = await findChannelAccess(ctx.deps, conversation.channelId, ctx)
  if (access?.hold === 'suspended') throw new AppError('company_suspended')
  if (access?.hold === 'access') throw new AppError('access_block_required', { data: { block: 'integrations' } })
  const paused = access?.channel.paused
  if (paused?.scope === 'all')
    throw new AppError('sending_paused', { data: { reason: 'platform', detail: paused.reason } })
  const status = access?.channel.status ?? 'disconnected'
  if (!access?.client || !canSend(status, sendPriorities.interactive))
    throw new AppError('channel_not_sendable', { data: { status } })
  await assertMayReach(ctx, conversation, purpose)
}

/** Throws `window_closed`, naming templates that can be sent instead. */
export const assertWindowOpen = async (ctx: Ctx, conversation: OutboundConversation): Promise<void> => {
  if (isWindowOpen(conversation.windowExpiresAt, ctx.now())) return
  const { data } = await listChannelTemplates(ctx, conversation.channelId, undefined)
  const templates = data.slice(0, SUGGESTIONS).map(({ name, language }) => ({ name, language }))
  throw new AppError('window_closed', {
    data: { windowExpiresAt: conversation.windowExpiresAt?.toISOString() ?? null, templates },
  })
}

/** The conversation's place among others of the same person: only one may be open. */
export const assertReopenable = async (ctx: Ctx, conversation: OutboundConversation): Promise<void> => {
  if (conversation.status !== 'resolved') return
  const open = await findOtherOpenConversation(ctx, conversation)
  if (open) throw new AppError('conflict', { data: { conversationId: open } })
}

/** The message that a client key stands for already, or null. Throws when it stands for one in another conversation. */
export const findAccepted = async (ctx: Ctx, conversation: OutboundConversation, clientKey: string) => {
  const known = await findMessageByClientKey(ctx, conversation.companyId, clientKey)
  if (known && known.conversationId !== conversation.id) throw new AppError('idempotency_mismatch')
  return known?.id ?? null
}

type ReadableConversation = Pick<OutboundConversation, 'companyId' | 'id' | 'channelId'>

const recipientOf = (conversation: OutboundConversation): string => {
  const recipient = conversation.to ?? conversation.bsuid
  if (!recipient) throw new AppError('internal', { detail: 'The contact has neither phone nor WhatsApp id' })
  return recipient
}

/** Gives the contact the blue ticks for all they wrote, soon after the caller's transaction. */
export const enqueueReadMark = async (ctx: Ctx, conversation: ReadableConversation): Promise<void> => {
  const inbound = await findLatestInbound(ctx, conversation.companyId, conversation.id)
  if (!inbound || inbound.readAt) return
  const { companyId, channelId } = conversation
  const input = { companyId, channelId, messageId: inbound.id, wamid: inbound.wamid }
  await ctx.deps.jobs.enqueue(ctx.db, markReadJob, input, { companyId, uniqueKey: `read:${inbound.id}` })
  ctx.afterCommit(() => ctx.deps.jobs.wake('standard'))
}

const followAnswer = async (ctx: Ctx, conversation: OutboundConversation) => {
  const { companyId, id: conversationId } = conversation
  const settings = await settingsOf(ctx.deps, companyId, ctx)
  if (settings?.chat.readReceipts !== 'off') await enqueueReadMark(ctx, conversation)
  if (settings && settings.policies.length > 0) await emit(ctx, 'conversation.answered', { companyId, conversationId })
}

export type Acceptance = {
  clientKey: string
  replyToWamid: string | null
  /** Added to the content, e.g. which message this one repeats. */
  extra?: Record<string, unknown>
  /** Said by the product itself: the customer goes on waiting for a person, and the conversation stays as it is. */
  automatic?: boolean
  /** Leaves behind what people wait for. */
  bulk?: boolean
}

const originOf = ({ actor }: Ctx, automatic: boolean): 'agent' | 'api' | 'automation' | 'system' => {
  if (actor.kind === 'key') return 'api'
  if (automatic) return 'automation'
  return actor.kind === 'user' ? 'agent' : 'system'
}

/**
 * Writes a message, what waits to be sent and the conversation's new state; in the caller's transaction, which holds the
 * conversation's lock. Answers the id of the message, or of the one that the client key stood for already.
 */
export const acceptMessage = async (
  ctx: Ctx,
  conversation: OutboundConversation,
  composed: Composed,
  acceptance: Acceptance,
): Promise<string> => {
  const { companyId, channelId } = conversation
  const { automatic = false, bulk = false } = acceptance
  const id = newId()
  const userId = ctx.actor.kind === 'user' ? ctx.actor.userId : null
  const media = composed.media && { companyId, messageId: id, state: 'stored' as const, ...composed.media }
  const row = {
    companyId,
    id,
    conversationId: conversation.id,
    channelId,
    contactId: conversation.contactId,
    direction: 'out' as const,
    type: composed.type,
    body: composed.body,
    payload: { ...composed.payload, ...acceptance.extra },
    replyToWamid: acceptance.replyToWamid,
    origin: originOf(ctx, automatic),
    authorId: userId,
    clientKey: acceptance.clientKey,
    status: 'queued' as const,
    occurredAt: ctx.now(),
  }
  if (!(await addOutboundMessage(ctx, conversation, { row, media, preview: composed.preview, automatic }))) {
    const known = await findAccepted(ctx, conversation, acceptance.clientKey)
    if (known) return known
    throw new AppError('conflict')
  }
  const recipient = recipientOf(conversation)
  const priority = bulk ? sendPriorities.bulk : sendPriorities.interactive
  await addSends(ctx, [{ companyId, messageId: id, channelId, recipient, priority }])
  if (!automatic) await followAnswer(ctx, conversation)
  announceMessage(ctx, 'message.created', { companyId, conversationId: conversation.id, id })
  ctx.afterCommit(() => ctx.deps.bus.publish('sends.wake', { channelIds: [channelId] }))
  return id
}
