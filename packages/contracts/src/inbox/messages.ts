import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { filledText, id, idParams, instant, jsonObject, person } from '../shared.ts'
import { interactiveMessage } from '../whatsapp/interactive.ts'

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

/** What a message belongs to, by its name. */
export const named = z.object({ id, name: z.string() })

export const message = z.object({
  id,
  conversationId: id,
  direction: z.enum(['in', 'out', 'note', 'event']),
  type: z.enum(messageTypes),
  /** Text, caption, or the readable form of a choice or template. WhatsApp formatting marks are kept. */
  body: z.string().nullable(),
  /** The rest of the content by type: location, contacts, interactive, template, order, referral, event… */
  payload: jsonObject,
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
  campaign: named.optional(),
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

export const listMessages = endpoint({
  method: 'GET',
  path: '/api/v1/conversations/:id/messages',
  can: 'conversations.view',
  scope: 'conversations:read',
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
  summary: 'Named messages of a conversation, e.g. those a change event spoke of',
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

/** The maximum length of a text. */
export const textLimit = 4096

/** Most characters of the words under a file. */
export const captionLimit = 1024

/** Most contact cards in one message. */
export const sharedContactLimit = 10

/** A card to share: one of the company's contacts as it is stored (needs contacts.pii), or one written by hand. */
export const sharedContact = z.union([
  z.object({ contactId: id }),
  z.object({
    name: filledText(120),
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
    body: filledText(textLimit),
    previewUrl: z.boolean().default(true),
  }),
  z.object({
    type: z.literal('media'),
    clientKey,
    replyToId,
    fileId: id,
    caption: z.string().max(captionLimit).default(''),
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
  /** Forwards a message of one of `forwardableTypes` from any conversation that the sender may see. */
  z.object({ type: z.literal('forward'), clientKey, messageId: id }),
])
export type MessageDraft = z.input<typeof messageDraft>

export const sendMessage = endpoint({
  method: 'POST',
  path: '/api/v1/conversations/:id/messages',
  can: 'conversations.reply',
  scope: 'messages:send',
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
    'contact_suppressed',
    'contact_blocked',
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
  scope: 'messages:send',
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
    'contact_suppressed',
    'contact_blocked',
    'sending_paused',
    'conflict',
    'idempotency_mismatch',
  ],
})

export const listFailedMessages = endpoint({
  method: 'GET',
  path: '/api/v1/conversations/:id/failed-messages',
  can: 'conversations.view',
  summary: 'The newest messages of ours that failed, and were neither sent again nor put away; oldest first',
  params: idParams,
  response: z.object({ data: z.array(message) }),
})

export const dismissFailedMessage = endpoint({
  method: 'POST',
  path: '/api/v1/conversations/:id/messages/:messageId/dismissal',
  can: 'conversations.reply',
  summary: 'Puts a failed message away: it stays in the conversation, and asks for nothing more',
  params: z.object({ id, messageId: id }),
  response: null,
  errors: ['state_invalid'],
})

export const reactToMessage = endpoint({
  method: 'PUT',
  path: '/api/v1/conversations/:id/messages/:messageId/reaction',
  can: 'conversations.reply',
  scope: 'messages:send',
  summary: "Sets the company's reaction; an empty text removes it",
  params: z.object({ id, messageId: id }),
  body: z.object({ emoji: z.string().max(16) }),
  response: null,
  errors: ['window_closed', 'channel_not_sendable', 'sending_paused', 'reaction_target_missing'],
})

/** A file that was stored to be sent; `kind` is what WhatsApp will show it as. */
export const storedAttachment = z.object({
  fileId: id,
  kind: z.enum(['image', 'video', 'audio', 'document', 'sticker']),
  mime: z.string(),
  size: z.number().int(),
  name: z.string(),
  url: z.string(),
})

export const uploadAttachment = endpoint({
  method: 'POST',
  path: '/api/v1/conversations/:id/attachments',
  can: 'conversations.reply',
  scope: 'messages:send',
  summary:
    'Stores a file to be sent; its type is taken from the content. As a document it may be larger than a video or sound',
  params: idParams,
  query: z.object({ as: z.enum(['document']).optional() }),
  bodyKind: 'multipart',
  response: storedAttachment,
  status: 201,
  errors: ['file_type_refused', 'file_too_large', 'storage_quota_exceeded'],
})

export const uploadMedia = endpoint({
  method: 'POST',
  path: '/api/v1/media',
  can: 'conversations.reply',
  scope: 'messages:send',
  summary:
    'Stores a file that may be sent to many: its id is `fileId` of messages and `headerFileId` of templates. It goes after 30 days in which no message took it',
  query: z.object({ as: z.enum(['document']).optional() }),
  bodyKind: 'multipart',
  response: storedAttachment,
  status: 201,
  errors: ['file_type_refused', 'file_too_large', 'storage_quota_exceeded'],
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

export const showTyping = endpoint({
  method: 'POST',
  path: '/api/v1/conversations/:id/typing',
  can: 'conversations.reply',
  summary: 'Shows the customer that somebody is typing, for 25 seconds at most, while the window is open',
  params: idParams,
  response: null,
  status: 202,
})
