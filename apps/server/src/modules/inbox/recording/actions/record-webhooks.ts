import type { Ctx } from '#server/context.ts'
import { messagesReceived } from '#server/lib/metrics.ts'
import { fetchMediaJob } from '#server/modules/inbox/messages/index.ts'
import { settleSends } from '#server/modules/whatsapp/sending/index.ts'
import type { WebhookHandler } from '#server/modules/whatsapp/webhooks/index.ts'
import { emitRecorded } from '../change-events.ts'
import { incomingOf } from '../incoming-events.ts'
import { findHeld } from '../queries/statuses.ts'
import { type RecordedBatch, recordIncoming } from './record.ts'

/** A job for each file that is to be fetched. */
const enqueueFetches = (tx: Ctx, created: RecordedBatch['created']): Promise<void> =>
  tx.deps.jobs.enqueueAll(
    tx.db,
    created.flatMap(({ message, row: { company_id: companyId, id: messageId } }) =>
      typeof message.media?.mediaId === 'string'
        ? [
            {
              job: fetchMediaJob,
              input: { companyId, messageId },
              options: { companyId, uniqueKey: `media.fetch:${messageId}` },
            },
          ]
        : [],
    ),
  )

/** Records what webhooks say of chats: messages and what becomes of them, reactions, and people's numbers and names. */
export const chatWebhooks: WebhookHandler = {
  findKnown: ({ database }, keys) => findHeld(database.pool, keys),
  record: async (tx, client, webhooks) => {
    const incoming = webhooks.flatMap(({ stored, channelEvents }) =>
      channelEvents.flatMap(({ channel, event }) => incomingOf(channel, event, stored.receivedAt)),
    )
    const batch = await recordIncoming(client, incoming, tx.now())
    await enqueueFetches(tx, batch.created)
    await settleSends(client, batch.settled)
    for (const handle of tx.deps.handlers.recorded) await handle(tx, batch)
    tx.afterCommit(() => messagesReceived.inc(batch.created.length))
    emitRecorded(tx, batch)
    return batch.news
  },
}
