import type { Ctx } from '#server/context.ts'
import { tappedId } from '#server/modules/inbox/messages/index.ts'
import { isFromCustomer, type RecordedHandler, type RecordedMessage } from '#server/modules/inbox/recording/index.ts'
import { listensTo, type NewEvent, noteEvents } from './note.ts'
import { noteBeginnings } from './timers.ts'

const isButton = ({ message }: RecordedMessage) => message.type === 'button' || message.type === 'interactive'

const receivedOf = (entry: RecordedMessage): NewEvent => {
  const { row, message, thread } = entry
  return {
    kind: 'message_received',
    contactId: thread.contactId,
    conversationId: thread.conversationId,
    fields: {
      text: message.body ?? '',
      type: message.type,
      ...(isButton(entry) && { button: message.body ?? '', button_id: tappedId(message) ?? '' }),
      channel: thread.channelId,
      message_id: row.id,
    },
    key: `message:${row.id}`,
    at: row.occurred_at,
  }
}

const begunOf = ({ row, thread }: RecordedMessage): NewEvent => ({
  kind: 'conversation_created',
  contactId: thread.contactId,
  conversationId: thread.conversationId,
  fields: { channel: thread.channelId },
  key: `conversation:${thread.conversationId}`,
  at: row.occurred_at,
})

const noteRecorded = async (tx: Ctx, companyId: string, recorded: readonly RecordedMessage[]): Promise<void> => {
  const events: NewEvent[] = []
  if (await listensTo(tx, companyId, ['message_received'])) events.push(...recorded.map(receivedOf))
  if (await listensTo(tx, companyId, ['conversation_created']))
    events.push(...recorded.filter(({ thread }) => thread.started).map(begunOf))
  await noteEvents(tx, companyId, events)
}

/** Notes what customers wrote and read for the automations that concern it. History makes nothing happen. */
export const noteMessages: RecordedHandler = async (tx, batch) => {
  const { created } = batch
  const live = created.filter(isFromCustomer)
  for (const [companyId, own] of Map.groupBy(live, ({ thread }) => thread.companyId))
    await noteRecorded(tx, companyId, own)
  await noteBeginnings(tx, batch)
}
