import { z } from 'zod'
import { recipientStates, skipReasons } from '../campaigns/recipients.ts'
import { endpoint } from '../endpoint.ts'
import { canonicalEvents } from '../integrations/canonical-events.ts'
import { id, idParams, instant, jsonObject, pageOf, pageQuery, person } from '../shared.ts'
import { contactEventKinds } from './contact-events.ts'
import { contactNote } from './contact-notes.ts'

/** What a timeline can be narrowed to. */
export const timelineTypes = ['messages', 'notes', 'campaigns', 'changes', 'consent', 'ratings', 'systems'] as const
export type TimelineType = (typeof timelineTypes)[number]

const base = { id: z.string(), at: instant }

/** One entry of a contact's timeline. */
export const timelineEntry = z.discriminatedUnion('type', [
  /** What was written in one conversation on one day. */
  z.object({
    ...base,
    type: z.literal('messages'),
    conversationId: id,
    channelName: z.string(),
    received: z.number().int(),
    sent: z.number().int(),
    /** Names of templates that were sent. */
    templates: z.array(z.string()),
    /** The last message of the day. */
    messageId: id,
    direction: z.enum(['in', 'out']),
    messageType: z.string(),
    preview: z.string(),
  }),
  z.object({ ...base, type: z.literal('note'), note: contactNote }),
  z.object({
    ...base,
    type: z.literal('event'),
    kind: z.enum(contactEventKinds),
    actor: person.nullable(),
    data: jsonObject,
  }),
  /** A campaign that the contact was to get, since the message left or it was decided that none does. */
  z.object({
    ...base,
    type: z.literal('campaign'),
    campaign: z.object({ id, name: z.string() }),
    state: z.enum(recipientStates),
    reason: z.enum(skipReasons).nullable(),
    clicked: z.boolean(),
    /** With an answer to it. */
    optedOut: z.boolean(),
  }),
  /** What a shop or another system told of them. */
  z.object({
    ...base,
    type: z.literal('system'),
    source: z.string(),
    /** What the company calls it. */
    name: z.string(),
    canonical: z.enum(canonicalEvents),
    fields: jsonObject,
  }),
  z.object({
    ...base,
    type: z.literal('rating'),
    conversationId: id,
    score: z.number().int(),
    comment: z.string().nullable(),
  }),
])
export type TimelineEntry = z.infer<typeof timelineEntry>

export const listContactTimeline = endpoint({
  method: 'GET',
  path: '/api/v1/contacts/:id/timeline',
  can: 'contacts.view',
  scope: 'contacts:read',
  summary:
    'What there was with a contact, newest first: messages by conversation and day, as far as the reader sees them',
  params: idParams,
  query: pageQuery.extend({
    /** Only these, separated by commas. */
    types: z
      .string()
      .max(100)
      .transform((text) => text.split(','))
      .pipe(z.array(z.enum(timelineTypes)))
      .optional(),
  }),
  response: pageOf(timelineEntry),
})
