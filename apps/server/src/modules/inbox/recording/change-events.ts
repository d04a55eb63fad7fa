import type { Ctx } from '#server/context.ts'
import { emitMessages } from '#server/modules/inbox/messages/index.ts'
import { emitChange } from '#server/realtime/emit-change.ts'
import type { RecordedBatch } from './actions/record.ts'
import { isQuiet } from './actions/record-messages.ts'

/** Tells browsers and workers, after the commit, what a batch changed. */
export const emitRecorded = (tx: Ctx, batch: Pick<RecordedBatch, 'created' | 'updated' | 'merged'>): void => {
  if (batch.created.some(({ message }) => message.media !== null)) tx.afterCommit(() => tx.deps.jobs.wake('media'))
  const created = batch.created
    .filter((entry) => !isQuiet(entry))
    .map(({ row }) => ({ companyId: row.company_id, conversationId: row.conversation_id, id: row.id }))
  emitMessages(tx, 'message.created', created)
  emitMessages(tx, 'message.updated', batch.updated)
  for (const companyId of batch.merged) emitChange(tx, 'contact.updated', { companyId })
}
