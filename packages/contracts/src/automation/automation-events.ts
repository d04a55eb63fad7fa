import { z } from 'zod'
import { consentMedia, consentPurposes, consentVerdicts } from '../contacts/consents.ts'
import { type ContactField, operatorsOf } from '../contacts/contact-fields.ts'
import { contactSources } from '../contacts/contacts.ts'
import { canonicalEvents } from '../integrations/canonical-events.ts'
import { id } from '../shared.ts'
import { waitSpan } from './wait-spans.ts'

// What automations are started by, and what their runs wait for. A draft may be incomplete: what is missing, `checkGraph`
// says.

const ids = z.array(id).max(50)

/** How words are compared; capitals and accents make no difference. */
export const wordMatches = ['equals', 'contains', 'starts', 'pattern'] as const

/** Kinds of messages that customers send. */
export const receivedTypes = [
  'text',
  'image',
  'video',
  'audio',
  'document',
  'sticker',
  'location',
  'contacts',
  'interactive',
  'button',
  'order',
] as const

/** What happens to a contact, and can be waited for as well. Empty lists stand for any. */
const contactEvents = [
  z.object({
    kind: z.literal('message_received'),
    channelIds: ids,
    /** `text` alone reads words; others are told by `types`. */
    types: z.array(z.enum(receivedTypes)),
    match: z.enum(wordMatches),
    words: z.array(z.string().max(200)).max(50),
    /** Only the first message that the contact ever wrote. */
    first: z.boolean(),
  }),
  z.object({ kind: z.literal('conversation_created'), channelIds: ids }),
  z.object({ kind: z.literal('conversation_resolved'), channelIds: ids }),
  z.object({ kind: z.literal('label_added'), labelIds: ids }),
  z.object({ kind: z.literal('contact_created'), sources: z.array(z.enum(contactSources)) }),
  /** `fields`: names such as `email` or `attributes.size`. */
  z.object({ kind: z.literal('contact_updated'), fields: z.array(z.string().min(1).max(100)).max(50) }),
  z.object({ kind: z.literal('tag_added'), tagIds: ids }),
  z.object({ kind: z.literal('list_added'), listIds: ids }),
  /** Noticed a few minutes later, as who belongs to a segment is computed. Whoever belongs to it already does not enter it. */
  z.object({ kind: z.literal('segment_entered'), segmentIds: ids }),
  z.object({ kind: z.literal('segment_left'), segmentIds: ids }),
  z.object({
    kind: z.literal('consent_changed'),
    media: z.array(z.enum(consentMedia)),
    purposes: z.array(z.enum(consentPurposes)),
    states: z.array(z.enum(consentVerdicts)),
  }),
  /** A system told the company something. `names`: how the source calls it, for what has no name of the product's. */
  z.object({
    kind: z.literal('webhook_event'),
    integrationIds: ids,
    events: z.array(z.enum(canonicalEvents)),
    names: z.array(z.string().trim().min(1).max(100)).max(20),
  }),
  /** Someone answered a message of a campaign, by a button or in words. */
  z.object({
    kind: z.literal('campaign_answered'),
    campaignIds: ids,
    /** Words of buttons; empty for any answer. */
    buttons: z.array(z.string().trim().min(1).max(200)).max(20),
  }),
  /** Someone read a message of a campaign. */
  z.object({ kind: z.literal('campaign_read'), campaignIds: ids }),
] as const

/** Something that happens to a contact: a run waits for it, and it ends one as its goal. */
export const contactEvent = z.discriminatedUnion('kind', contactEvents)
export type ContactEventMatch = z.output<typeof contactEvent>

const clock = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/)
/** 1 is Monday, 7 is Sunday. */
const weekdays = z.array(z.number().int().min(1).max(7)).max(7)

export const scheduleRhythms = ['hour', 'day', 'week', 'month'] as const

/** What starts an automation. Times are those of the company. */
export const automationTrigger = z.discriminatedUnion('kind', [
  ...contactEvents,
  /** A conversation with a customer who wrote has been nobody's for so long. */
  z.object({ kind: z.literal('conversation_unassigned'), channelIds: ids, after: waitSpan }),
  /** A message of a campaign arrived, and the contact has written nothing for so long. */
  z.object({ kind: z.literal('campaign_unanswered'), campaignIds: ids, after: waitSpan }),
  z.object({
    kind: z.literal('schedule'),
    every: z.enum(scheduleRhythms),
    /** Of an hour, its minute counts. */
    time: clock,
    weekdays,
    /** The last day of months that are shorter. */
    monthDay: z.number().int().min(1).max(31),
    /** One run for each contact that the conditions let in; otherwise a single run without a contact. */
    perContact: z.boolean(),
  }),
  z.object({
    kind: z.literal('date_attribute'),
    /** `birthday`, or `attributes.<key>` of a date. */
    field: z.string().max(100),
    /** Days after it; before it when negative. */
    days: z.number().int().min(-365).max(365),
    time: clock,
    /** Each year on its day. */
    yearly: z.boolean(),
  }),
  /** By a member, from a chat or a contact. */
  z.object({ kind: z.literal('manual') }),
  /** By a program; `data` of the call is the event's. */
  z.object({ kind: z.literal('api') }),
])
export type AutomationTrigger = z.output<typeof automationTrigger>

export const contactEventKinds = [
  'message_received',
  'conversation_created',
  'conversation_resolved',
  'label_added',
  'contact_created',
  'contact_updated',
  'tag_added',
  'list_added',
  'segment_entered',
  'segment_left',
  'consent_changed',
  'webhook_event',
  'campaign_answered',
  'campaign_read',
] as const satisfies readonly ContactEventMatch['kind'][]
export type ContactEventKind = (typeof contactEventKinds)[number]

export const triggerKinds = [
  ...contactEventKinds,
  'conversation_unassigned',
  'campaign_unanswered',
  'schedule',
  'date_attribute',
  'manual',
  'api',
] as const satisfies readonly AutomationTrigger['kind'][]
export type TriggerKind = (typeof triggerKinds)[number]

/** Runs started by these have a conversation; of `manual` those that are started in a chat. */
const conversationTriggers: readonly TriggerKind[] = [
  'message_received',
  'conversation_created',
  'conversation_resolved',
  'conversation_unassigned',
  'label_added',
  'campaign_answered',
  'campaign_read',
  'campaign_unanswered',
]

/** Whether runs that it starts have a conversation, or may have one. */
export const mayHaveConversation = (kind: TriggerKind | null): boolean =>
  kind === null || kind === 'manual' || conversationTriggers.includes(kind)

type FieldType = ContactField['type']
const field = (name: string, type: FieldType, more: Partial<ContactField> = {}): ContactField => ({
  name: `event.${name}`,
  group: 'event',
  type,
  operators: [...operatorsOf[type]],
  ...more,
})

/** Texts that may stand for numbers and dates: compared as such where both sides can be read so. */
const loose = (name: string): ContactField =>
  field(name, 'text', { operators: [...operatorsOf.text, 'LARGER', 'LARGER_EQUAL', 'SMALLER', 'SMALLER_EQUAL'] })

const systemFields: ContactField[] = [
  field('canonical', 'choice', { options: [...canonicalEvents] }),
  field('source', 'text'),
  ...['amount'].map((name) => field(name, 'number')),
  field('due_at', 'instant'),
  ...(
    [
      ...['name', 'first_name', 'phone', 'email', 'document', 'order_id', 'order_number', 'status', 'currency'],
      ...['items', 'product', 'payment_method', 'payment_url', 'pix_code', 'boleto_url', 'boleto_code', 'checkout_url'],
      ...['tracking_code', 'tracking_url', 'carrier', 'subscription_id', 'plan', 'company', 'city'],
    ] as const
  ).map(loose),
]

const channel = field('channel', 'choice', { references: 'channels' })
const segment = [field('segment', 'choice', { references: 'segments' }), field('segment_name', 'text')]

/** What events tell, by kind: fields for conditions and texts. */
export const eventFields: Record<TriggerKind, readonly ContactField[]> = {
  message_received: [
    field('text', 'text'),
    field('type', 'choice', { options: [...receivedTypes] }),
    field('button', 'text'),
    field('first', 'boolean'),
    channel,
  ],
  conversation_created: [channel],
  conversation_resolved: [channel],
  label_added: [field('label', 'choice', { references: 'labels' }), channel],
  contact_created: [field('source', 'choice', { options: [...contactSources] })],
  contact_updated: [field('changed', 'choices')],
  tag_added: [field('tag', 'choice', { references: 'tags' })],
  list_added: [field('list', 'choice', { references: 'lists' })],
  segment_entered: segment,
  segment_left: segment,
  consent_changed: [
    field('medium', 'choice', { options: [...consentMedia] }),
    field('purpose', 'choice', { options: [...consentPurposes] }),
    field('state', 'choice', { options: [...consentVerdicts] }),
  ],
  webhook_event: systemFields,
  campaign_answered: [field('campaign_name', 'text'), field('button', 'text'), field('text', 'text')],
  campaign_read: [field('campaign_name', 'text')],
  conversation_unassigned: [channel],
  campaign_unanswered: [field('campaign_name', 'text')],
  schedule: [],
  date_attribute: [],
  manual: [],
  api: [],
}

/** Kinds whose events have fields that a company makes up besides: any `event.<name>` can be named. */
export const openEvents: readonly TriggerKind[] = ['webhook_event', 'api']

const eventName = /^event\.[a-z][a-z0-9_]{0,39}$/

/** The field of an event that a name stands for; undefined for none. */
export const findEventField = (kind: TriggerKind, name: string): ContactField | undefined =>
  eventFields[kind].find((one) => one.name === name) ??
  (openEvents.includes(kind) && eventName.test(name) ? loose(name.slice('event.'.length)) : undefined)
