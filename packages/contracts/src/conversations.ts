import { z } from 'zod'
import { presences } from './desk.ts'
import { endpoint } from './endpoint.ts'
import { id, idParams, instant, pageOf, pageQuery, timezone } from './shared.ts'
import { interactiveMessage } from './whatsapp/interactive.ts'

export const conversationStatuses = ['open', 'pending', 'snoozed', 'resolved'] as const
export type ConversationStatus = (typeof conversationStatuses)[number]

/** How far a message has come; outbound statuses in the order of their rank. */
export const messageStatuses = [
  'received',
  'queued',
  'sending',
  'unknown',
  'accepted',
  'held',
  'sent',
  'failed',
  'delivered',
  'read',
  'played',
] as const
export type MessageStatus = (typeof messageStatuses)[number]

/** Rank by which statuses are merged: the higher wins. `failed` beats a late `sent`, and loses to `delivered`. */
export const statusRank = {
  received: 0,
  queued: 0,
  sending: 10,
  unknown: 15,
  accepted: 20,
  held: 22,
  sent: 30,
  failed: 35,
  delivered: 40,
  read: 50,
  played: 60,
} as const satisfies Record<MessageStatus, number>

/** Index is the stored number. */
export const priorities = ['none', 'low', 'medium', 'high', 'urgent'] as const
export type Priority = (typeof priorities)[number]

export const scheduledStates = ['waiting', 'sent', 'canceled', 'failed'] as const
export const slaKinds = ['first_response', 'next_response', 'resolution'] as const

export const messageOrigins = [
  'contact',
  'agent',
  'ai',
  'automation',
  'campaign',
  'api',
  'phone_app',
  'system',
] as const

/** Kinds of messages that the timeline knows; everything else is shown as `unsupported`. */
export const messageTypes = [
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
  'template',
  'system',
  'unsupported',
  'note',
  'event',
] as const
export type MessageType = (typeof messageTypes)[number]

export const person = z.object({
  id,
  name: z.string(),
  avatarUrl: z.string().nullable(),
})

export const contactCard = z.object({
  id,
  /** What to call them: given name, profile name, username, or the phone. */
  displayName: z.string(),
  name: z.string().nullable(),
  profileName: z.string().nullable(),
  /** `+` and digits, masked without the ability `contacts.pii`; null for people known only by an id of WhatsApp. */
  phone: z.string().nullable(),
  username: z.string().nullable(),
  email: z.string().nullable(),
  notes: z.string().nullable(),
  tags: z.array(z.string()),
  /** Values of the company's own fields by key; sensitive ones are masked without the ability `contacts.pii`. */
  attributes: z.record(z.string(), z.unknown()),
  language: z.string().nullable(),
  timezone: z.string().nullable(),
  /** Whether marketing may be sent to them. */
  marketing: z.enum(['unknown', 'granted', 'denied']),
  /** How they are known on WhatsApp; phones masked like `phone`. */
  identities: z.array(z.object({ kind: z.enum(['phone', 'bsuid', 'username']), value: z.string() })),
  createdAt: instant,
})
export type ContactCard = z.infer<typeof contactCard>

export const conversationSummary = z.object({
  id,
  status: z.enum(conversationStatuses),
  channel: z.object({
    id,
    name: z.string(),
    phone: z.string(),
    status: z.string(),
  }),
  contact: z.object({
    id,
    displayName: z.string(),
    phone: z.string().nullable(),
  }),
  assignee: person.nullable(),
  team: z.object({ id, name: z.string() }).nullable(),
  priority: z.enum(priorities),
  labelIds: z.array(id),
  snoozedUntil: instant.nullable(),
  /** The promise that breaks next; null when none runs. */
  slaDueAt: instant.nullable(),
  /** Somebody named the reader in a note that they have not seen. */
  mentioned: z.boolean(),
  unreadCount: z.number().int(),
  windowExpiresAt: instant.nullable(),
  /** For people who came by an advertisement: until when messages are free. */
  freeEntryExpiresAt: instant.nullable(),
  lastMessageAt: instant,
  lastDirection: z.enum(['in', 'out']).nullable(),
  lastPreview: z.string(),
  /** Type of the last message, so that the list can say "Photo" in the reader's language. */
  lastType: z.string().nullable(),
  /** Status of the last message when it is ours. */
  lastStatus: z.enum(messageStatuses).nullable(),
  waitingSince: instant.nullable(),
  version: z.number().int(),
})
export type ConversationSummary = z.infer<typeof conversationSummary>

export const messageMedia = z.object({
  kind: z.enum(['image', 'video', 'audio', 'document', 'sticker']),
  mime: z.string().nullable(),
  filename: z.string().nullable(),
  size: z.number().int().nullable(),
  width: z.number().int().nullable(),
  height: z.number().int().nullable(),
  voice: z.boolean(),
  animated: z.boolean(),
  state: z.enum(['waiting', 'stored', 'failed']),
  /** Short-lived address of the bytes, once stored. */
  url: z.string().nullable(),
  error: z.string().nullable(),
})

export const message = z.object({
  id,
  conversationId: id,
  direction: z.enum(['in', 'out', 'note', 'event']),
  type: z.enum(messageTypes),
  /** Text, caption, or the readable form of a choice or template. WhatsApp formatting marks are kept. */
  body: z.string().nullable(),
  /** The rest of the content by type: location, contacts, interactive, template, order, referral, event… */
  payload: z.record(z.string(), z.unknown()),
  media: messageMedia.nullable(),
  replyTo: z
    .object({
      id: id.nullable(),
      type: z.string(),
      body: z.string().nullable(),
      direction: z.string(),
    })
    .nullable(),
  reactions: z.array(
    z.object({
      emoji: z.string(),
      actor: z.enum(['contact', 'business']),
      actorName: z.string().nullable(),
    }),
  ),
  origin: z.enum(messageOrigins),
  author: person.nullable(),
  clientKey: z.string().nullable(),
  status: z.enum(messageStatuses),
  error: z
    .object({
      code: z.number().int().nullable(),
      class: z.string(),
      details: z.string().nullable(),
      traceId: z.string().nullable(),
    })
    .nullable(),
  occurredAt: instant,
  sentAt: instant.nullable(),
  deliveredAt: instant.nullable(),
  readAt: instant.nullable(),
  playedAt: instant.nullable(),
  failedAt: instant.nullable(),
  editedAt: instant.nullable(),
  revokedAt: instant.nullable(),
})
export type Message = z.infer<typeof message>

/** `team`: queues of my teams; `mentions`: where somebody named me; `pending`: an agent or a bot answers. */
export const conversationViews = ['mine', 'unassigned', 'team', 'mentions', 'snoozed', 'pending', 'all'] as const
export type ConversationView = (typeof conversationViews)[number]
export const conversationSorts = ['newest', 'waiting', 'sla', 'priority'] as const
/** Most conversations in one bulk change. */
export const bulkLimit = 500
/** Longest note, in characters. */
export const noteLimit = 10_000
export const scheduledLimit = { days: 180, perConversation: 50 } as const

export const conversationFilter = z.object({
  view: z.enum(conversationViews).default('all'),
  /** `open` is everything that is not resolved; the view `snoozed` is left out of it. */
  status: z.enum(['open', 'resolved', 'all']).default('open'),
  channelId: id.optional(),
  assigneeId: id.optional(),
  teamId: id.optional(),
  labelId: id.optional(),
  priority: z.enum(priorities).optional(),
  unread: z.enum(['true']).optional(),
  /** Part of a name, phone or e-mail; two characters or more. Accents and case do not matter. */
  search: z.string().trim().min(2).max(100).optional(),
  sort: z.enum(conversationSorts).default('newest'),
})

export const listConversations = endpoint({
  method: 'GET',
  path: '/api/v1/conversations',
  can: 'conversations.view',
  summary: 'Conversations the member may see',
  query: pageQuery.extend(conversationFilter.shape),
  response: pageOf(conversationSummary),
})

export const countConversations = endpoint({
  method: 'GET',
  path: '/api/v1/conversations/counts',
  can: 'conversations.view',
  summary: 'Open conversations by view, and how many have unread messages; counted up to 1,000',
  response: z.object({
    mine: z.number().int(),
    unassigned: z.number().int(),
    team: z.number().int(),
    mentions: z.number().int(),
    snoozed: z.number().int(),
    pending: z.number().int(),
    all: z.number().int(),
    unread: z.number().int(),
  }),
})

export const getConversation = endpoint({
  method: 'GET',
  path: '/api/v1/conversations/:id',
  can: 'conversations.view',
  summary: 'One conversation with its contact',
  params: idParams,
  response: conversationSummary.extend({
    contact: contactCard,
    previousConversations: z.number().int(),
  }),
})

export const startConversation = endpoint({
  method: 'POST',
  path: '/api/v1/conversations',
  can: 'conversations.reply',
  summary: 'Opens (or finds) the conversation with a phone number on a channel; the first message must be a template',
  body: z.object({
    channelId: id,
    phone: z.string().trim().min(6).max(30),
    name: z.string().trim().max(120).optional(),
  }),
  response: conversationSummary,
  status: 201,
  errors: ['channel_not_sendable'],
})

export const assignConversation = endpoint({
  method: 'PUT',
  path: '/api/v1/conversations/:id/assignment',
  can: 'conversations.reply',
  summary:
    'Gives the conversation to a member or to nobody, to a team or to none; what is left out stays. Giving it to others needs conversations.assign',
  params: idParams,
  body: z.object({ assigneeId: id.nullable().optional(), teamId: id.nullable().optional() }),
  response: conversationSummary,
})

export const setConversationStatus = endpoint({
  method: 'PUT',
  path: '/api/v1/conversations/:id/status',
  can: 'conversations.reply',
  summary: 'Resolves or reopens; reopening also ends a snooze',
  params: idParams,
  /** `survey: false` resolves without asking the customer how it was. */
  body: z.object({ status: z.enum(['open', 'resolved']), survey: z.boolean().default(true) }),
  response: conversationSummary,
  errors: ['state_invalid'],
})

export const readConversation = endpoint({
  method: 'PUT',
  path: '/api/v1/conversations/:id/read',
  can: 'conversations.reply',
  summary: 'Marks every message up to now as read by the team, or the last one as unread',
  params: idParams,
  body: z.object({ read: z.boolean().default(true) }),
  response: conversationSummary,
})

export const listMessages = endpoint({
  method: 'GET',
  path: '/api/v1/conversations/:id/messages',
  can: 'conversations.view',
  summary: 'Messages in order of time, oldest first; the newest page unless `before`, `after` or `around` is given',
  params: idParams,
  query: z.object({
    /** Cursor of the first message known: answers those before it. */
    before: z.string().max(200).optional(),
    /** Cursor of the last message known: answers those after it. */
    after: z.string().max(200).optional(),
    /** Id of a message: answers the page in whose middle it stands. */
    around: id.optional(),
    limit: z.coerce.number().int().min(1).max(200).default(50),
  }),
  response: z.object({
    data: z.array(message),
    page: z.object({
      before: z.string().nullable(),
      after: z.string().nullable(),
      has_before: z.boolean(),
      has_after: z.boolean(),
    }),
  }),
})

export const getMessages = endpoint({
  method: 'GET',
  path: '/api/v1/conversations/:id/messages/by-id',
  can: 'conversations.view',
  summary: 'Named messages of a conversation, e.g. those a hint spoke of',
  params: idParams,
  query: z.object({
    ids: z
      .string()
      .max(4000)
      .transform((text) => text.split(','))
      .pipe(z.array(id).max(100)),
  }),
  response: z.object({ data: z.array(message) }),
})

/** A value for each variable of a template, by component. Validated by `validateTemplateValues`. */
export const templateSend = z.object({
  name: z.string().max(512),
  language: z.string().max(20),
  values: z.record(z.string(), z.string().max(1024)).default({}),
  headerFileId: id.optional(),
})

const clientKey = z.string().min(8).max(64)
const replyToId = id.optional()

/** Most contact cards in one message. */
export const sharedContactLimit = 10
/** A card to share: one of the company's contacts as it is stored (needs contacts.pii), or one written by hand. */
export const sharedContact = z.union([
  z.object({ contactId: id }),
  z.object({
    name: z.string().trim().min(1).max(120),
    phone: z
      .string()
      .trim()
      .regex(/^\+?[\d\s().-]{6,30}$/),
    email: z.union([z.literal(''), z.email().max(254)]).default(''),
    organisation: z.string().trim().max(120).default(''),
  }),
])
export type SharedContactDraft = z.input<typeof sharedContact>

/** What a member can send. `clientKey` is made once per intended message: a repeated call answers the same message. */
export const messageDraft = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('text'),
    clientKey,
    replyToId,
    body: z.string().trim().min(1).max(4096),
    previewUrl: z.boolean().default(true),
  }),
  z.object({
    type: z.literal('media'),
    clientKey,
    replyToId,
    fileId: id,
    caption: z.string().max(1024).default(''),
  }),
  z.object({ type: z.literal('template'), clientKey, template: templateSend }),
  z.object({
    type: z.literal('location'),
    clientKey,
    replyToId,
    latitude: z.number().min(-90).max(90),
    longitude: z.number().min(-180).max(180),
    name: z.string().max(200).default(''),
    address: z.string().max(300).default(''),
  }),
  z.object({
    type: z.literal('contacts'),
    clientKey,
    replyToId,
    contacts: z.array(sharedContact).min(1).max(sharedContactLimit),
  }),
  z.object({ type: z.literal('interactive'), clientKey, replyToId, interactive: interactiveMessage }),
])
export type MessageDraft = z.input<typeof messageDraft>

export const sendMessage = endpoint({
  method: 'POST',
  path: '/api/v1/conversations/:id/messages',
  can: 'conversations.reply',
  summary: 'Sends a message; the answer is the durable row, its delivery follows by status',
  params: idParams,
  body: messageDraft,
  response: message,
  status: 201,
  errors: [
    'window_closed',
    'template_not_sendable',
    'template_parameters_invalid',
    'channel_not_sendable',
    'opted_out',
    'sending_paused',
    'file_type_refused',
    'file_too_large',
    'conflict',
    'idempotency_mismatch',
  ],
})

export const resendMessage = endpoint({
  method: 'POST',
  path: '/api/v1/conversations/:id/messages/:messageId/resends',
  can: 'conversations.reply',
  summary: 'Sends a failed message again, or one of unknown fate when `evenIfUnknown` says so',
  params: z.object({ id, messageId: id }),
  body: z.object({ clientKey, evenIfUnknown: z.boolean().default(false) }),
  response: message,
  status: 201,
  errors: [
    'message_not_resendable',
    'window_closed',
    'channel_not_sendable',
    'opted_out',
    'sending_paused',
    'conflict',
    'idempotency_mismatch',
  ],
})

export const reactToMessage = endpoint({
  method: 'PUT',
  path: '/api/v1/conversations/:id/messages/:messageId/reaction',
  can: 'conversations.reply',
  summary: "Sets the company's reaction; an empty text removes it",
  params: z.object({ id, messageId: id }),
  body: z.object({ emoji: z.string().max(16) }),
  response: null,
  errors: ['window_closed', 'channel_not_sendable', 'sending_paused', 'reaction_target_missing'],
})

export const uploadAttachment = endpoint({
  method: 'POST',
  path: '/api/v1/conversations/:id/attachments',
  can: 'conversations.reply',
  summary: 'Stores a file to be sent; its type is taken from the content',
  params: idParams,
  bodyKind: 'multipart',
  response: z.object({
    fileId: id,
    kind: z.enum(['image', 'video', 'audio', 'document', 'sticker']),
    mime: z.string(),
    size: z.number().int(),
    name: z.string(),
    url: z.string(),
  }),
  status: 201,
  errors: ['file_type_refused', 'file_too_large'],
})

export const retryMedia = endpoint({
  method: 'POST',
  path: '/api/v1/conversations/:id/messages/:messageId/media-fetches',
  can: 'conversations.reply',
  summary: 'Fetches media again that could not be fetched',
  params: z.object({ id, messageId: id }),
  response: null,
  status: 202,
})

export const getContact = endpoint({
  method: 'GET',
  path: '/api/v1/contacts/:id',
  can: 'contacts.view',
  summary: 'One contact',
  params: idParams,
  response: contactCard,
})

export const updateContact = endpoint({
  method: 'PATCH',
  path: '/api/v1/contacts/:id',
  can: 'contacts.edit',
  summary: 'Changes what the team wrote about a contact',
  params: idParams,
  body: z.object({
    name: z.string().trim().max(120).nullable().optional(),
    email: z
      .union([z.literal(''), z.email().max(254)])
      .nullable()
      .optional(),
    notes: z.string().max(10_000).nullable().optional(),
    tags: z.array(z.string().trim().min(1).max(40)).max(30).optional(),
    /** Fields to change, by key; null empties one. What they take is in the company's contact attributes. */
    attributes: z.record(z.string().max(40), z.unknown()).optional(),
    language: z
      .string()
      .regex(/^[a-z]{2,3}(?:[-_][A-Za-z]{2,4})?$/)
      .nullable()
      .optional(),
    timezone: timezone.nullable().optional(),
    /** What they said about marketing, noted by hand. */
    marketing: z.enum(['granted', 'denied']).optional(),
  }),
  response: contactCard,
})

export const snoozeConversation = endpoint({
  method: 'PUT',
  path: '/api/v1/conversations/:id/snooze',
  can: 'conversations.reply',
  summary:
    'Puts the conversation aside until a moment, or until the customer writes; a message of the customer ends both',
  params: idParams,
  body: z.object({ until: instant.nullable() }),
  response: conversationSummary,
  errors: ['state_invalid'],
})

export const setConversationPriority = endpoint({
  method: 'PUT',
  path: '/api/v1/conversations/:id/priority',
  can: 'conversations.reply',
  summary: 'How urgent the conversation is',
  params: idParams,
  body: z.object({ priority: z.enum(priorities) }),
  response: conversationSummary,
})

export const setConversationLabels = endpoint({
  method: 'PUT',
  path: '/api/v1/conversations/:id/labels',
  can: 'conversations.reply',
  summary: 'Adds and takes away labels',
  params: idParams,
  body: z.object({ add: z.array(id).max(20).default([]), remove: z.array(id).max(20).default([]) }),
  response: conversationSummary,
})

export const takeNextConversation = endpoint({
  method: 'POST',
  path: '/api/v1/conversations/next',
  can: 'conversations.reply',
  summary: 'Takes the conversation of my queues that has waited longest; null when there is none',
  body: z.object({ teamId: id.optional() }),
  response: z.object({ conversation: conversationSummary.nullable() }),
})

export const writeNote = endpoint({
  method: 'POST',
  path: '/api/v1/conversations/:id/notes',
  can: 'conversations.reply',
  summary: 'Writes a note that only the team sees. `@` names are in `mentions`; whoever is named hears of it',
  params: idParams,
  body: z.object({
    clientKey: z.string().min(8).max(64),
    body: z.string().trim().min(1).max(noteLimit),
    mentions: z.array(id).max(20).default([]),
    fileId: id.optional(),
  }),
  response: message,
  status: 201,
  errors: ['idempotency_mismatch'],
})

export const deleteNote = endpoint({
  method: 'DELETE',
  path: '/api/v1/conversations/:id/notes/:messageId',
  can: 'conversations.reply',
  summary: 'Removes my note; those of others need conversations.assign',
  params: z.object({ id, messageId: id }),
  response: null,
})

export const listParticipants = endpoint({
  method: 'GET',
  path: '/api/v1/conversations/:id/participants',
  can: 'conversations.view',
  summary: 'Members who follow the conversation',
  params: idParams,
  response: z.object({ data: z.array(person), following: z.boolean() }),
})

export const followConversation = endpoint({
  method: 'PUT',
  path: '/api/v1/conversations/:id/following',
  can: 'conversations.view',
  summary: 'Whether I hear of what happens in the conversation',
  params: idParams,
  body: z.object({ following: z.boolean() }),
  response: null,
})

/** One change for many conversations. */
export const bulkChange = z.discriminatedUnion('type', [
  z.object({ type: z.literal('assign'), assigneeId: id.nullable() }),
  z.object({ type: z.literal('team'), teamId: id.nullable() }),
  z.object({ type: z.literal('priority'), priority: z.enum(priorities) }),
  z.object({
    type: z.literal('labels'),
    add: z.array(id).max(20).default([]),
    remove: z.array(id).max(20).default([]),
  }),
  z.object({ type: z.literal('snooze'), until: instant.nullable() }),
  z.object({ type: z.literal('status'), status: z.enum(['open', 'resolved']), survey: z.boolean().default(true) }),
  z.object({ type: z.literal('read'), read: z.boolean() }),
  z.object({ type: z.literal('macro'), macroId: id }),
])
export type BulkChange = z.infer<typeof bulkChange>

export const changeConversations = endpoint({
  method: 'POST',
  path: '/api/v1/conversations/changes',
  can: 'conversations.bulk',
  summary: 'Does the same to many conversations; each one succeeds or fails by itself',
  body: z.object({ ids: z.array(id).min(1).max(bulkLimit), change: bulkChange }),
  response: z.object({
    done: z.number().int(),
    failed: z.array(z.object({ id, code: z.string() })),
  }),
})

export const runMacro = endpoint({
  method: 'POST',
  path: '/api/v1/conversations/:id/macro-runs',
  can: 'conversations.reply',
  summary: 'Runs a macro: all of its steps or, when one is refused, none',
  params: idParams,
  body: z.object({ macroId: id, clientKey: z.string().min(8).max(60) }),
  response: conversationSummary,
  status: 201,
  errors: [
    'window_closed',
    'channel_not_sendable',
    'sending_paused',
    'state_invalid',
    'conflict',
    'idempotency_mismatch',
  ],
})

/** Members who can be given conversations. */
export const listAssignees = endpoint({
  method: 'GET',
  path: '/api/v1/conversations/assignees',
  can: 'conversations.view',
  summary: 'Members who can be given conversations',
  response: z.object({
    data: z.array(
      person.extend({ presence: z.enum(presences), openConversations: z.number().int(), teamIds: z.array(id) }),
    ),
  }),
})

export const scheduledMessage = z.object({
  id,
  sendAt: instant,
  draft: z.unknown(),
  fallback: z.unknown().nullable(),
  cancelOnReply: z.boolean(),
  state: z.enum(scheduledStates),
  error: z.string().nullable(),
  author: person,
})
export type ScheduledMessage = z.infer<typeof scheduledMessage>

const scheduledBody = z.object({
  sendAt: instant,
  draft: messageDraft,
  /** Sent in its place when the window is closed by then; needed when that is known already. */
  fallback: messageDraft.nullable().default(null),
  cancelOnReply: z.boolean().default(false),
})

export const listScheduledMessages = endpoint({
  method: 'GET',
  path: '/api/v1/conversations/:id/scheduled-messages',
  can: 'conversations.view',
  summary: 'Messages of the conversation that wait for their moment, and those that failed at it',
  params: idParams,
  response: z.object({ data: z.array(scheduledMessage) }),
})

export const scheduleMessage = endpoint({
  method: 'POST',
  path: '/api/v1/conversations/:id/scheduled-messages',
  can: 'conversations.reply',
  summary: 'Keeps a message for later',
  params: idParams,
  body: scheduledBody,
  response: scheduledMessage,
  status: 201,
  errors: ['window_closed', 'limit_reached', 'template_not_sendable', 'template_parameters_invalid'],
})

const scheduledParams = z.object({ id, scheduledId: id })

export const updateScheduledMessage = endpoint({
  method: 'PATCH',
  path: '/api/v1/conversations/:id/scheduled-messages/:scheduledId',
  can: 'conversations.reply',
  summary: 'Changes a message that waits',
  params: scheduledParams,
  body: scheduledBody.partial(),
  response: scheduledMessage,
  errors: ['window_closed', 'state_invalid', 'template_not_sendable', 'template_parameters_invalid'],
})

export const cancelScheduledMessage = endpoint({
  method: 'DELETE',
  path: '/api/v1/conversations/:id/scheduled-messages/:scheduledId',
  can: 'conversations.reply',
  summary: 'Takes back a message that waits',
  params: scheduledParams,
  response: null,
  errors: ['state_invalid'],
})

export const showTyping = endpoint({
  method: 'POST',
  path: '/api/v1/conversations/:id/typing',
  can: 'conversations.reply',
  summary: 'Shows the customer that somebody is typing, for 25 seconds at most, while the window is open',
  params: idParams,
  response: null,
  status: 202,
})
