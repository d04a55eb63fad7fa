import type { Ctx } from '#server/context.ts'
import { messagesReceived } from '#server/lib/metrics.ts'
import { type ContactActivity, recordActivity, type Sql } from '#server/modules/contacts/contacts/index.ts'
import { recordContactEvents } from '#server/modules/contacts/timeline/index.ts'
import { fetchMediaJob } from '#server/modules/inbox/messages/index.ts'
import { settleSends } from '#server/modules/whatsapp/sending/index.ts'
import type { WebhookHandler } from '#server/modules/whatsapp/webhooks/index.ts'
import { emitChange } from '#server/realtime/emit-change.ts'
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

const activityOf = ({ row, message }: RecordedBatch['created'][number]): ContactActivity => ({
  companyId: row.company_id,
  contactId: row.contact_id,
  inboundAt: message.origin === 'contact' && message.type !== 'system' ? row.occurred_at : null,
  outboundAt: message.origin === 'contact' ? null : row.occurred_at,
})

/** Keeps when people were last heard of; whoever writes again comes out of the bin. */
const recordPeople = async (tx: Ctx, client: Sql, { created }: RecordedBatch): Promise<void> => {
  const back = await recordActivity(client, created.map(activityOf))
  if (back.length === 0) return
  await recordContactEvents(
    tx,
    back.map(({ companyId, id: contactId }) => ({
      companyId,
      contactId,
      kind: 'restored' as const,
      data: { reason: 'message' as const },
    })),
  )
  for (const { companyId, id } of back) emitChange(tx, 'contact.updated', { companyId, ids: [id] })
}

/** Records what webhooks say of chats: messages and what becomes of them, reactions, and people's numbers and names. */
export const chatWebhooks: WebhookHandler = {
  findKnown: ({ database }, keys) => findHeld(database.pool, keys),
  record: async (tx, client, webhooks) => {
    const incoming = webhooks.flatMap(({ stored, channelEvents }) =>
      channelEvents.flatMap(({ channel, event }) => incomingOf(channel, event, stored.receivedAt)),
    )
    const batch = await recordIncoming(tx, client, incoming)
    await recordPeople(tx, client, batch)
    await enqueueFetches(tx, batch.created)
    await settleSends(client, batch.settled)
    for (const handle of tx.deps.handlers.recorded) await handle(tx, batch)
    tx.afterCommit(() => messagesReceived.inc(batch.created.length))
    emitRecorded(tx, batch)
    return batch.news
  },
}
