import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { id, instant, person } from '../shared.ts'
import { messagePrice } from './conversation-cost.ts'
import { conversationStatuses } from './conversations.ts'

/** An existing conversation with a recipient: the one on its number that a message would go to. */
export const recipientConversation = z.discriminatedUnion('hidden', [
  z.object({
    hidden: z.literal(false),
    id,
    channelId: id,
    status: z.enum(conversationStatuses),
    windowExpiresAt: instant.nullable(),
    lastMessageAt: instant,
    assignee: person.nullable(),
  }),
  /** It belongs to colleagues and the reader may not see it; nothing can be sent. */
  z.object({ hidden: z.literal(true), channelId: id }),
])

/** A possible recipient. */
export const recipient = z.object({
  contactId: id,
  displayName: z.string(),
  phone: z.string().nullable(),
  /** At most one per number. */
  conversations: z.array(recipientConversation),
  prices: z.array(messagePrice),
})
export type Recipient = z.infer<typeof recipient>

export const findRecipients = endpoint({
  method: 'GET',
  path: '/api/v1/conversations/recipients',
  can: 'conversations.reply',
  summary: 'Contacts to write to, by name or number in any spelling; and the number itself when nobody has it yet',
  query: z.object({
    /** Or the id of a contact. */
    search: z.string().trim().min(2).max(100),
    /** The channel to send from: numbers without a plus sign are read as numbers of its country. */
    channelId: id,
  }),
  response: z.object({
    data: z.array(recipient),
    /** The typed text as a full number, if it can be one and no contact has it. */
    number: z.object({ phone: z.string(), prices: z.array(messagePrice) }).nullable(),
  }),
})
