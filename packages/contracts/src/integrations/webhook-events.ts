import { z } from 'zod'
import { campaignStates } from '../campaigns/campaigns.ts'
import { consentMedia, consentPurposes, consentStates } from '../contacts/consents.ts'
import { conversationStatuses } from '../inbox/conversations.ts'
import { messageOrigins, messageTypes } from '../inbox/messages.ts'
import { keysOf } from '../shared/keys.ts'
import { id } from '../shared.ts'
import { channelStatuses } from '../whatsapp/channels.ts'

// What the product tells the systems of a company: thin events, which name what changed. A receiver reads the rest from the API.

/** What events are about, as they are grouped wherever they are listed. */
export const webhookObjects = [
  'message',
  'conversation',
  'contact',
  'template',
  'campaign',
  'channel',
  'order',
  'automation',
] as const
export type WebhookObject = (typeof webhookObjects)[number]

type Shape = {
  object: WebhookObject
  /** One sentence for developers: when it is sent. */
  summary: string
  data: z.ZodObject
  example: Readonly<Record<string, unknown>>
  /** Those about the same thing arrive one after the other, in the order in which they happened. */
  ordered?: true
}
const event = <const E extends Shape>(shape: E): E => shape

const exampleIds = {
  message: '019a2b3c-4d5e-7f60-8a91-b2c3d4e5f601',
  conversation: '019a2b3c-4d5e-7f60-8a91-b2c3d4e5f602',
  contact: '019a2b3c-4d5e-7f60-8a91-b2c3d4e5f603',
  channel: '019a2b3c-4d5e-7f60-8a91-b2c3d4e5f604',
  member: '019a2b3c-4d5e-7f60-8a91-b2c3d4e5f605',
  other: '019a2b3c-4d5e-7f60-8a91-b2c3d4e5f606',
  run: '019a2b3c-4d5e-7f60-8a91-b2c3d4e5f607',
} as const

const place = { conversationId: id, contactId: id, channelId: id }
const examplePlace = {
  conversationId: exampleIds.conversation,
  contactId: exampleIds.contact,
  channelId: exampleIds.channel,
}

const sentMessage = z.object({
  messageId: id,
  ...place,
  /** Who sent it. */
  origin: z.enum(messageOrigins),
  campaignId: id.nullable(),
})
const exampleSent = { messageId: exampleIds.message, ...examplePlace, origin: 'agent', campaignId: null }
const status = (summary: string) =>
  event({ object: 'message', summary, data: sentMessage, example: exampleSent, ordered: true })

const conversation = z.object(place)
const conversationStatus = z.object({ ...place, status: z.enum(conversationStatuses) })
const contact = z.object({ contactId: id })

/** What changed of a contact. */
export const contactChanges = [
  'fields',
  'tags',
  'lists',
  'owner',
  'lifecycle',
  'phone',
  'blocked',
  'unblocked',
  'deleted',
  'restored',
] as const

const order = z.object({
  /** The connected system that told of it. */
  integrationId: id,
  source: z.string(),
  /** What that system calls the order; null when it gives it no id. */
  orderId: z.string().nullable(),
  contactId: id,
})
const orderEvent = (summary: string) =>
  event({
    object: 'order',
    summary,
    data: order,
    example: {
      ...{ integrationId: exampleIds.other, source: 'shopify', orderId: '5001', contactId: exampleIds.contact },
    },
    ordered: true,
  })

/** Every event that an endpoint can be told, with the shape of its `data` and an example of it. */
export const webhookEvents = {
  'message.received': event({
    object: 'message',
    summary: 'A contact wrote.',
    data: z.object({ messageId: id, ...place, type: z.enum(messageTypes) }),
    example: { messageId: exampleIds.message, ...examplePlace, type: 'text' },
  }),
  'message.sent': status('WhatsApp sent a message, or someone sent it with the WhatsApp Business app.'),
  'message.delivered': status('A message reached the phone of the contact.'),
  'message.read': status(
    'The contact read a message. One that was read counts as delivered, also if that is never told.',
  ),
  'message.failed': event({
    object: 'message',
    summary: 'A message could not be sent or delivered.',
    data: sentMessage.extend({
      /** The code of Meta's error, where there is one. */
      errorCode: z.number().int().nullable(),
    }),
    example: { ...exampleSent, errorCode: 131026 },
    ordered: true,
  }),
  'conversation.created': event({
    object: 'conversation',
    summary: 'A conversation began.',
    data: conversation,
    example: examplePlace,
  }),
  'conversation.assigned': event({
    object: 'conversation',
    summary: 'A conversation was assigned to a member, or is no longer assigned to anyone.',
    data: z.object({ ...place, assigneeId: id.nullable(), teamId: id.nullable() }),
    example: { ...examplePlace, assigneeId: exampleIds.member, teamId: null },
    ordered: true,
  }),
  'conversation.status_changed': event({
    object: 'conversation',
    summary: 'A conversation was resolved, reopened or snoozed.',
    data: conversationStatus,
    example: { ...examplePlace, status: 'open' },
    ordered: true,
  }),
  'conversation.resolved': event({
    object: 'conversation',
    summary: 'A conversation was resolved.',
    data: conversation,
    example: examplePlace,
    ordered: true,
  }),
  'contact.created': event({
    object: 'contact',
    summary: 'A contact was added by a member, a message, an import or the API.',
    data: contact,
    example: { contactId: exampleIds.contact },
    ordered: true,
  }),
  'contact.updated': event({
    object: 'contact',
    summary: 'A contact was changed; `change` says what.',
    data: z.object({ contactId: id, change: z.enum(contactChanges) }),
    example: { contactId: exampleIds.contact, change: 'fields' },
    ordered: true,
  }),
  'contact.merged': event({
    object: 'contact',
    summary: 'Two contacts became one. The id of the merged one leads to the one that stays.',
    data: z.object({ contactId: id, mergedContactId: id }),
    example: { contactId: exampleIds.contact, mergedContactId: exampleIds.other },
    ordered: true,
  }),
  'contact.erased': event({
    object: 'contact',
    summary: 'A person was erased. Forget them in your system too.',
    data: contact,
    example: { contactId: exampleIds.contact },
    ordered: true,
  }),
  'contact.consent_changed': event({
    object: 'contact',
    summary: 'A contact agreed to be written to, or no longer does.',
    data: z.object({
      contactId: id,
      medium: z.enum(consentMedia),
      purpose: z.enum(consentPurposes),
      state: z.enum(consentStates),
      /** The number it is about; null for all. */
      channelId: id.nullable(),
    }),
    example: {
      contactId: exampleIds.contact,
      medium: 'whatsapp',
      purpose: 'marketing',
      state: 'denied',
      channelId: null,
    },
    ordered: true,
  }),
  'template.status_changed': event({
    object: 'template',
    summary: 'Meta approved, rejected, paused or disabled a template.',
    data: z.object({ templateId: id, name: z.string(), language: z.string(), status: z.string() }),
    example: { templateId: exampleIds.other, name: 'order_update', language: 'pt_BR', status: 'approved' },
    ordered: true,
  }),
  'campaign.status_changed': event({
    object: 'campaign',
    summary: 'A campaign was launched, paused, resumed or ended.',
    data: z.object({ campaignId: id, status: z.enum(campaignStates) }),
    example: { campaignId: exampleIds.other, status: 'running' },
    ordered: true,
  }),
  'campaign.finished': event({
    object: 'campaign',
    summary: 'A campaign has sent all it can.',
    data: z.object({ campaignId: id, sent: z.number().int(), failed: z.number().int() }),
    example: { campaignId: exampleIds.other, sent: 1987, failed: 13 },
    ordered: true,
  }),
  'channel.status_changed': event({
    object: 'channel',
    summary: 'The status of a number changed, for example to restricted.',
    data: z.object({ channelId: id, status: z.enum(channelStatuses) }),
    example: { channelId: exampleIds.channel, status: 'connected' },
    ordered: true,
  }),
  'order.created': orderEvent('A connected system told of a new order.'),
  'order.paid': orderEvent('A connected system told that an order was paid.'),
  'order.canceled': orderEvent('A connected system told that an order was canceled.'),
  'order.refunded': orderEvent('A connected system told that an order was refunded.'),
  'automation.run.failed': event({
    object: 'automation',
    summary: 'A run of an automation failed and does not go on by itself.',
    data: z.object({
      automationId: id,
      runId: id,
      /** Whom the run was for; null where automations start without a contact, or once the contact is erased. */
      contactId: id.nullable(),
      conversationId: id.nullable(),
      /** Why it failed: a code, such as `http_status` or `too_many_steps`. */
      code: z.string(),
    }),
    example: {
      ...{ automationId: exampleIds.other, runId: exampleIds.run, contactId: exampleIds.contact },
      ...{ conversationId: exampleIds.conversation, code: 'http_status' },
    },
    ordered: true,
  }),
  'automation.event': event({
    object: 'automation',
    summary:
      'An automation sent an event that the company defined; `name` says which, `payload` what it chose to send.',
    data: z.object({
      automationId: id,
      runId: id,
      /** Whom the run is for; null where automations start without a contact. */
      contactId: id.nullable(),
      name: z.string(),
      payload: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
    }),
    example: {
      ...{ automationId: exampleIds.other, runId: exampleIds.run, contactId: exampleIds.contact },
      ...{ name: 'lead.qualified', payload: { plan: 'pro', score: 82 } },
    },
    ordered: true,
  }),
} as const satisfies Record<string, Shape>

export type WebhookEventName = keyof typeof webhookEvents
export const webhookEventNames = keysOf(webhookEvents)
export type WebhookEventData<E extends WebhookEventName> = z.infer<(typeof webhookEvents)[E]['data']>

/** What is sent: which event, when it happened, and what it is about. Its id is in the header `webhook-id`. */
export const webhookPayload = <E extends WebhookEventName>(name: E) =>
  z.object({ type: z.literal(name), timestamp: z.iso.datetime(), data: webhookEvents[name].data })
