import type { CompanyCtx } from '#server/context.ts'
import { AppError } from '#server/http/app-error.ts'
import { isConversationVisible } from './queries/visibility.ts'

/** Throws `not_found` unless the actor may see the conversation. */
export const assertVisible = async (ctx: CompanyCtx, conversationId: string): Promise<void> => {
  if (!(await isConversationVisible(ctx, conversationId))) throw new AppError('not_found')
}
