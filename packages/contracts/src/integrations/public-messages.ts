import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { errorStatus, fieldError } from '../errors.ts'
import { message, messageDraft, templateSend } from '../inbox/messages.ts'
import { keysOf } from '../shared/keys.ts'
import { id, jsonObject } from '../shared.ts'

/** Most messages of one call. */
export const messageBatchLimit = 100

const addressed = {
  /** A phone number with its country code, the id of a contact, or the id by which WhatsApp knows someone (`BR.…`). */
  to: z.string().trim().min(6).max(150),
  /** Which number of the company it leaves by; may be left out while there is only one. */
  channelId: id.optional(),
  /** For someone who has no name yet. */
  name: z.string().trim().max(120).optional(),
  /** Sent in its place when the customer last wrote more than 24 hours ago. */
  fallbackTemplate: templateSend.optional(),
}
const [text, media, template, location, contacts, interactive] = messageDraft.options
const own = { clientKey: true } as const

/** A message, and whom it is for. */
export const addressedMessage = z.discriminatedUnion('type', [
  text.omit(own).extend(addressed),
  media.omit(own).extend(addressed),
  template.omit(own).extend(addressed).omit({ fallbackTemplate: true }),
  location.omit(own).extend(addressed),
  contacts.omit(own).extend(addressed),
  interactive.omit(own).extend(addressed),
])
export type AddressedMessage = z.output<typeof addressedMessage>

export const postMessage = endpoint({
  method: 'POST',
  path: '/api/v1/messages',
  can: 'conversations.reply',
  scope: 'messages:send',
  summary: 'Sends a message to a phone number, a contact or a WhatsApp id; what becomes of it follows by status',
  body: addressedMessage,
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

export const postMessages = endpoint({
  method: 'POST',
  path: '/api/v1/messages/batch',
  can: 'conversations.reply',
  scope: 'messages:send',
  summary: 'Sends up to 100 messages; each is taken or refused by itself, in their order',
  body: z.object({ messages: z.array(addressedMessage).min(1).max(messageBatchLimit) }),
  response: z.object({
    data: z.array(
      z.object({
        message: message.nullable(),
        /** Why it was refused, as the problem document of a single call says it. */
        error: z
          .object({
            code: z.enum(keysOf(errorStatus)),
            errors: z.array(fieldError).optional(),
            data: jsonObject.optional(),
          })
          .nullable(),
      }),
    ),
  }),
})
