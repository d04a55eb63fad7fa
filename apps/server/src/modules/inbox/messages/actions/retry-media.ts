import { type CompanyCtx, inTransaction } from '#server/context.ts'
import { AppError } from '#server/http/app-error.ts'
import { assertVisible } from '#server/modules/inbox/visibility/index.ts'
import { emitMessages } from '../change-events.ts'
import { fetchMediaJob } from '../jobs.ts'
import { findMediaOf, updateUnstoredMedia } from '../queries/media.ts'

/** Fetches a file again that could not be fetched; nothing happens when it is there or on its way. Throws `not_found`. */
export const retryMedia = async (ctx: CompanyCtx, conversationId: string, messageId: string): Promise<void> => {
  await assertVisible(ctx, conversationId)
  await inTransaction(ctx, async (tx) => {
    const companyId = tx.company.id
    const found = await findMediaOf(tx, companyId, messageId)
    if (!found || found.conversationId !== conversationId) throw new AppError('not_found')
    if (found.media.state !== 'failed' || found.media.metaMediaId === null) return
    await updateUnstoredMedia(tx, companyId, messageId, { state: 'waiting', error: null })
    // Without a key of its own: the try that gave up may not be written down yet.
    const options = { companyId, priority: 0 }
    await tx.deps.jobs.enqueue(tx.db, fetchMediaJob, { companyId, messageId }, options)
    tx.afterCommit(() => tx.deps.jobs.wake('media'))
    emitMessages(tx, 'message.updated', [{ companyId, conversationId, id: messageId }])
  })
}
