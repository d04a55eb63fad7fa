import { randomUUID } from 'node:crypto'
import type { MessageDraft } from '@recado/contracts/inbox/messages'
import type { testTemplate } from '@recado/contracts/whatsapp/templates'
import type { z } from 'zod'
import type { CompanyCtx, Deps } from '#server/context.ts'
import { AppError } from '#server/http/app-error.ts'
import { perDeps } from '#server/lib/per-deps.ts'
import { createTokenBuckets } from '#server/lib/token-bucket.ts'
import { startConversation } from '#server/modules/inbox/conversations/index.ts'
import { recordAudit } from '#server/modules/shared/audit/index.ts'
import { findTestable } from '#server/modules/whatsapp/templates/index.ts'
import { checkDraft } from './check.ts'
import { sendMessage } from './send.ts'

const PER_HOUR = 5

const bucketsOf = perDeps((deps: Deps) =>
  createTokenBuckets({ capacity: PER_HOUR, refillSeconds: 3600 / PER_HOUR, now: () => deps.now().getTime() }),
)

/**
 * Sends a template to a phone to see it there, as any message of a conversation. Five an hour for a company. Throws
 * `rate_limited`, `not_found`, `template_not_sendable` and what starting a conversation and sending throw.
 */
export const sendTemplateTest = async (
  ctx: CompanyCtx,
  templateId: string,
  { channelId, phone, values }: z.output<typeof testTemplate.body>,
) => {
  const { name, language, header } = await findTestable(ctx, templateId, channelId)
  const draft: MessageDraft = {
    type: 'template',
    clientKey: randomUUID(),
    template: { name, language, values, ...header },
  }
  // Before there is a conversation: what cannot be sent leaves none behind.
  await checkDraft(ctx, { companyId: ctx.company.id, channelId }, draft)
  const wait = bucketsOf(ctx.deps).take(ctx.company.id)
  if (wait > 0) throw new AppError('rate_limited', { retryAfter: wait })
  const { id: conversationId } = await startConversation(ctx, { channelId, phone })
  const message = await sendMessage(ctx, conversationId, draft)
  const target = { type: 'template', id: templateId, label: `${name} (${language})` }
  await recordAudit(ctx, { action: 'template.tested', target, diff: { messageId: message.id } })
  return { conversationId, messageId: message.id }
}
