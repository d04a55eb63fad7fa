import type { RecordedHandler } from '#server/modules/inbox/recording/index.ts'
import { refusalJob } from './jobs.ts'

/** Error of Meta's for whoever has stopped marketing from the number (reference §1.6). */
const STOPPED_MARKETING = 131050

/** Takes note of people to whom WhatsApp let no message through because they have stopped marketing. */
export const enqueueRefusals: RecordedHandler = async (tx, { refused }) => {
  const ids = new Map(refused.filter(({ errorCode }) => errorCode === STOPPED_MARKETING).map((one) => [one.id, one]))
  for (const { companyId, id: messageId } of ids.values())
    await tx.deps.jobs.enqueue(tx.db, refusalJob, { companyId, messageId }, { companyId })
  if (ids.size > 0) tx.afterCommit(() => tx.deps.jobs.wake('standard'))
}
