import type { MessageType } from '@recado/contracts/inbox/messages'
import type { WebhookEventData, WebhookEventName } from '@recado/contracts/integrations/webhook-events'
import type { Ctx } from '#server/context.ts'
import {
  isQuiet,
  type RecordedBatch,
  type RecordedHandler,
  type RecordedMessage,
  reopeningOf,
} from '#server/modules/inbox/recording/index.ts'
import { findAddedNow, findMessageFacts } from '../queries/facts.ts'
import { type Subscriptions, subscriptionsOf } from '../subscriptions.ts'
import { type Fact, tell } from './tell.ts'

type MessageOrigin = WebhookEventData<'message.sent'>['origin']

const placeOf = ({ row }: RecordedMessage) => ({
  ...{ conversationId: row.conversation_id, contactId: row.contact_id, channelId: row.channel_id },
})

const messageFact = (entry: RecordedMessage): Fact | null => {
  const { row, message } = entry
  const own = { companyId: row.company_id, at: row.occurred_at, ...{ data: { messageId: row.id, ...placeOf(entry) } } }
  if (message.origin === 'contact')
    return { ...own, type: 'message.received', data: { ...own.data, type: row.type as MessageType } }
  const data = { ...own.data, origin: row.origin as MessageOrigin, campaignId: null }
  return { ...own, type: 'message.sent', data, objectKey: `message:${row.id}` }
}

const firstOfEach = (entries: readonly RecordedMessage[]): RecordedMessage[] => [
  ...new Map(entries.toReversed().map((entry) => [entry.thread.conversationId, entry])).values(),
]

const addedContacts = async (tx: Ctx, started: readonly RecordedMessage[]): Promise<Fact[]> => {
  const keys = started.map(({ row }) => ({ companyId: row.company_id, id: row.contact_id }))
  return (await findAddedNow(tx, keys)).map(({ companyId, id }) => ({
    ...{ companyId, type: 'contact.created', data: { contactId: id }, objectKey: `contact:${id}` },
  }))
}

const createdFacts = async (
  tx: Ctx,
  subscriptions: Subscriptions,
  created: RecordedBatch['created'],
): Promise<Fact[]> => {
  const news = created.filter((entry) => !isQuiet(entry))
  const started = firstOfEach(news.filter(({ thread }) => thread.started))
  const reopened = firstOfEach(news.filter((entry) => !entry.thread.started && reopeningOf(entry) !== null))
  return [
    ...(subscriptions.wants('contact.created') ? await addedContacts(tx, started) : []),
    ...started.map((entry): Fact => {
      const data = placeOf(entry)
      return { companyId: entry.row.company_id, type: 'conversation.created', data, at: entry.row.occurred_at }
    }),
    ...reopened.map((entry): Fact => {
      const data = { ...placeOf(entry), status: 'open' as const }
      const objectKey = `conversation:${data.conversationId}`
      return { companyId: entry.row.company_id, type: 'conversation.status_changed', data, objectKey }
    }),
    ...news.flatMap((entry) => messageFact(entry) ?? []),
  ]
}

/** Who listened to a voice message has read it. */
const eventOf = {
  sent: 'message.sent',
  delivered: 'message.delivered',
  read: 'message.read',
  played: 'message.read',
  failed: 'message.failed',
} as const satisfies Record<string, WebhookEventName>

const reachedFacts = async (
  tx: Ctx,
  subscriptions: Subscriptions,
  reached: RecordedBatch['reached'],
): Promise<Fact[]> => {
  const wanted = reached.filter(({ companyId, status }) => subscriptions.of(companyId, eventOf[status]).length > 0)
  const messages = await findMessageFacts(tx, wanted)
  const told = new Set<string>()
  return wanted.flatMap(({ id, companyId, conversationId, status, at, errorCode }): Fact[] => {
    const facts = messages.get(id)
    const key = `${id} ${eventOf[status]}`
    if (!facts || told.has(key)) return []
    told.add(key)
    const { contactId, channelId, campaignId } = facts
    const data = {
      ...{ messageId: id, conversationId, contactId, channelId, campaignId, origin: facts.origin as MessageOrigin },
    }
    const own = { companyId, at, objectKey: `message:${id}` }
    if (status === 'failed') return [{ ...own, type: 'message.failed', data: { ...data, errorCode } }]
    return [{ ...own, type: eventOf[status], data }]
  })
}

const events = [
  ...(['message.received', 'message.sent', 'message.delivered', 'message.read', 'message.failed'] as const),
  ...(['conversation.created', 'conversation.status_changed', 'contact.created'] as const),
]

/** Tells endpoints of messages that came in and of what became of those that were sent. */
export const tellRecorded: RecordedHandler = async (tx, { created, reached }) => {
  const companyIds = new Set([
    ...created.map(({ row }) => row.company_id),
    ...reached.map(({ companyId }) => companyId),
  ])
  if (companyIds.size === 0) return
  const subscriptions = await subscriptionsOf(tx, companyIds)
  if (!subscriptions.wants(...events)) return
  await tell(tx, subscriptions, [
    ...(await createdFacts(tx, subscriptions, created)),
    ...(await reachedFacts(tx, subscriptions, reached)),
  ])
}
