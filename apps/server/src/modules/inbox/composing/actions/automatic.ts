import type { ErrorCode } from '@recado/contracts'
import type { MessageDraft } from '@recado/contracts/inbox/messages'
import { type CompanyCtx, inTransaction } from '#server/context.ts'
import { AppError } from '#server/http/app-error.ts'
import { assertMayMarket } from '#server/modules/whatsapp/sending/index.ts'
import { composeDraft } from '../compose.ts'
import type { Composed } from '../composed.ts'
import { acceptMessage, assertSendable, assertWindowOpen, findAccepted } from './accept.ts'
import { loadForSending } from './send.ts'

/** Blocks without which nothing leaves a company by itself. */
const needed = ['integrations', 'whatsapp_chat']

/** Reasons for which something automatic is left unsaid. */
const refusals = new Set([
  ...['not_found', 'channel_not_sendable', 'window_closed', 'template_not_sendable', 'template_parameters_invalid'],
  ...['opted_out', 'contact_suppressed', 'contact_blocked', 'sending_paused'],
])

type Adjustments = {
  /** Changes what was composed. */
  adjust?: (composed: Composed) => Composed
  /** Goes to many: behind what people wait for. */
  bulk?: boolean
  /** Hears why it is left unsaid. */
  refused?: (code: ErrorCode) => void
}

/**
 * Says something by itself in a conversation, once for each client key: it is no answer of a person, so the customer goes
 * on waiting and a resolved conversation stays resolved. Answers the id of the
 * message, or null when it cannot be said now: window closed, channel not sendable, no such template.
 */
export const sendAutomatic = async (
  ctx: CompanyCtx,
  conversationId: string,
  draft: MessageDraft,
  { adjust = (composed) => composed, bulk = false, refused = () => undefined }: Adjustments = {},
): Promise<string | null> => {
  if (needed.some((block) => !ctx.company.accessBlocks.includes(block))) {
    refused('access_block_required')
    return null
  }
  try {
    return await inTransaction(ctx, async (tx) => {
      const conversation = await loadForSending(tx, conversationId)
      const known = await findAccepted(tx, conversation, draft.clientKey)
      if (known) return known
      await assertSendable(tx, conversation)
      if (draft.type !== 'template') await assertWindowOpen(tx, conversation)
      const composed = adjust(await composeDraft(tx, conversation, draft))
      await assertMayMarket(tx, conversation, composed)
      return acceptMessage(tx, conversation, composed, {
        ...{ clientKey: draft.clientKey, replyToWamid: null, automatic: true, bulk },
      })
    })
  } catch (error) {
    if (!(error instanceof AppError && refusals.has(error.code))) throw error
    refused(error.code)
    return null
  }
}
