import type { MessageDraft } from '@recado/contracts/inbox/messages'
import type { CompanyCtx } from '#server/context.ts'
import { composeDraft } from '../compose.ts'

/** Checks a draft as sending would, apart from the moment. Throws what composing throws. */
export const checkDraft = async (
  ctx: CompanyCtx,
  conversation: { companyId: string; channelId: string },
  draft: MessageDraft,
): Promise<void> => {
  await composeDraft(ctx, conversation, draft)
}
