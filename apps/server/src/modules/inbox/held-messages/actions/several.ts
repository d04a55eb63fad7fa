import type { EndpointInput } from '@recado/contracts'
import type { writeSeveral as writeSeveralEndpoint } from '@recado/contracts/inbox/conversation-changes'
import type { CompanyCtx } from '#server/context.ts'
import { AppError } from '#server/http/app-error.ts'
import { writeNote } from '#server/modules/inbox/commands/index.ts'
import { assertVisible } from '#server/modules/inbox/visibility/index.ts'
import { hold } from './hold.ts'

type Item = EndpointInput<typeof writeSeveralEndpoint>['body']['items'][number]

const writeOne = (ctx: CompanyCtx, conversationId: string, item: Item) =>
  item.type === 'note'
    ? writeNote(ctx, conversationId, item)
    : hold(ctx, conversationId, { draft: item, afterwards: null, anyway: false })

/**
 * Sends messages and writes notes in their order, each in a transaction of its own; one that is refused holds up none
 * that come after it. A client key that was used already changes nothing. Answers the error of each that was refused;
 * throws `not_found`.
 */
export const writeSeveral = async (ctx: CompanyCtx, conversationId: string, items: readonly Item[]) => {
  await assertVisible(ctx, conversationId)
  const failed: { clientKey: string; code: string }[] = []
  for (const item of items) {
    try {
      await writeOne(ctx, conversationId, item)
    } catch (err) {
      if (!(err instanceof AppError)) ctx.log.error({ err, conversationId }, 'a message could not be written')
      failed.push({ clientKey: item.clientKey, code: err instanceof AppError ? err.code : 'internal' })
    }
  }
  return { failed }
}
