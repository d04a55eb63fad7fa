import type { CampaignState } from '@recado/contracts/campaigns/campaigns'
import type { ConversationStatus } from '@recado/contracts/inbox/conversations'
import type { WebhookEventName } from '@recado/contracts/integrations/webhook-events'
import type { ChannelStatus } from '@recado/contracts/whatsapp/channels'
import type { Ctx } from '#server/context.ts'
import type { EventHandlers, EventPayload } from '#server/events.ts'
import { type ConversationFacts, findConversationFacts } from '../queries/facts.ts'
import { subscriptionsOf } from '../subscriptions.ts'
import { type Fact, tell } from './tell.ts'

/** Tells of something unless no endpoint wants to know, in which case `facts` is not asked. */
const telling = async (
  tx: Ctx,
  companyId: string,
  names: readonly WebhookEventName[],
  facts: () => Fact[] | Promise<Fact[]>,
): Promise<void> => {
  const subscriptions = await subscriptionsOf(tx, [companyId])
  if (subscriptions.wants(...names)) await tell(tx, subscriptions, await facts())
}

type Conversation = { companyId: string; conversationId: string }

/** The event comes before or after its row changes: what changes is said by `facts`. */
const ofConversation =
  <P extends Conversation>(names: readonly WebhookEventName[], facts: (row: ConversationFacts, payload: P) => Fact[]) =>
  (tx: Ctx, payload: P) =>
    telling(tx, payload.companyId, names, async () => {
      const { companyId, conversationId: id } = payload
      const row = (await findConversationFacts(tx, [{ companyId, id }])).get(id)
      return row ? facts(row, payload) : []
    })

const placeOf = ({ id, contactId, channelId }: ConversationFacts) => ({ conversationId: id, contactId, channelId })

const statusFact = (row: ConversationFacts, companyId: string, status: ConversationStatus): Fact => {
  const objectKey = `conversation:${row.id}`
  return { companyId, type: 'conversation.status_changed', data: { ...placeOf(row), status }, objectKey }
}

const changed = (status: ConversationStatus) =>
  ofConversation(['conversation.status_changed'], (row, { companyId }) => [statusFact(row, companyId, status)])

const assigned = (
  row: ConversationFacts,
  companyId: string,
  assigneeId: string | null,
  teamId: string | null,
): Fact => ({
  ...{ companyId, type: 'conversation.assigned', objectKey: `conversation:${row.id}` },
  data: { ...placeOf(row), assigneeId, teamId },
})

const orderEvents = ['order.created', 'order.paid', 'order.canceled', 'order.refunded'] as const
type Processed = EventPayload<'integration.event_processed'>

const orderFact = ({ companyId, eventId, integrationId, source, objectKey, contactId, canonical, at }: Processed) => {
  const type = orderEvents.find((name) => name === canonical)
  if (!type) return []
  const data = { integrationId, source, orderId: objectKey, contactId }
  const key = objectKey === null ? {} : { objectKey: `order:${integrationId}:${objectKey}` }
  // What is worked off again was told already.
  return [{ companyId, type, data, at: new Date(at), eventId, ...key }]
}

/** Tells endpoints of what modules below announce. */
export const outboundHandlers: EventHandlers = {
  'conversation.assigned': ofConversation(['conversation.assigned'], (row, { companyId, assigneeId }) => [
    assigned(row, companyId, assigneeId, row.teamId),
  ]),
  'conversation.released': ofConversation(['conversation.assigned'], (row, { companyId, teamId }) => [
    assigned(row, companyId, null, teamId),
  ]),
  'conversation.resolved': ofConversation(
    ['conversation.status_changed', 'conversation.resolved'],
    (row, { companyId }) => [
      statusFact(row, companyId, 'resolved'),
      { companyId, type: 'conversation.resolved', data: placeOf(row), objectKey: `conversation:${row.id}` },
    ],
  ),
  'conversation.reopened': changed('open'),
  'conversation.snoozed': changed('snoozed'),
  'contact.erased': (tx, { companyId, contactId }) =>
    telling(tx, companyId, ['contact.erased'], () => [
      { companyId, type: 'contact.erased', data: { contactId }, objectKey: `contact:${contactId}` },
    ]),
  'template.status_changed': (tx, { companyId, templateId, name, language, status }) =>
    telling(tx, companyId, ['template.status_changed'], () => [
      {
        ...{ companyId, type: 'template.status_changed', objectKey: `template:${templateId}` },
        data: { templateId, name, language, status },
      },
    ]),
  'campaign.status_changed': (tx, { companyId, campaignId, status }) =>
    telling(tx, companyId, ['campaign.status_changed'], () => [
      {
        ...{ companyId, type: 'campaign.status_changed', objectKey: `campaign:${campaignId}` },
        data: { campaignId, status: status as CampaignState },
      },
    ]),
  'campaign.finished': (tx, { companyId, campaignId, sent, failed }) =>
    telling(tx, companyId, ['campaign.finished'], () => [
      {
        ...{ companyId, type: 'campaign.finished', objectKey: `campaign:${campaignId}` },
        data: { campaignId, sent, failed },
      },
    ]),
  'channel.status_changed': (tx, { companyId, channelId, status }) =>
    telling(tx, companyId, ['channel.status_changed'], () => [
      {
        ...{ companyId, type: 'channel.status_changed', objectKey: `channel:${channelId}` },
        data: { channelId, status: status as ChannelStatus },
      },
    ]),
  'automation.failed': (tx, { companyId, automationId, runId, contactId, conversationId, code }) =>
    telling(tx, companyId, ['automation.run.failed'], () => [
      {
        ...{ companyId, type: 'automation.run.failed', objectKey: `run:${runId}` },
        data: { automationId, runId, contactId, conversationId, code },
      },
    ]),
  'automation.event_sent': (tx, { companyId, eventId, ...data }) =>
    telling(tx, companyId, ['automation.event'], () => [
      { companyId, type: 'automation.event', data, eventId, objectKey: `run:${data.runId}` },
    ]),
  'integration.event_processed': (tx, payload) => telling(tx, payload.companyId, orderEvents, () => orderFact(payload)),
}
