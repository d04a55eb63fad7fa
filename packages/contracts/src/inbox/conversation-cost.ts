import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { idParams } from '../shared.ts'

/** Today's price of one message to a recipient, in units of the currency; `ratesFrom` dates the rate card. */
export const messagePrice = z.object({
  category: z.string(),
  price: z.number(),
  currency: z.string(),
  ratesFrom: z.iso.date(),
})
export type MessagePrice = z.infer<typeof messagePrice>

/** What WhatsApp charges for a conversation, by the rates of the days on which messages were sent. */
export const conversationCost = z.object({
  /** Messages of ours that are charged, or will be when they arrive. */
  charged: z.number().int(),
  amount: z.number(),
  /** Null where nothing was charged, or the contact's country has no rate card. */
  currency: z.string().nullable(),
  /** How many of them no status has priced yet. */
  estimated: z.number().int(),
  /** What one message to this contact costs today, by category. */
  prices: z.array(messagePrice),
})
export type ConversationCost = z.infer<typeof conversationCost>

export const getConversationCost = endpoint({
  method: 'GET',
  path: '/api/v1/conversations/:id/cost',
  can: 'conversations.view',
  summary: 'What WhatsApp charges for a conversation so far, and what a message of each category would cost',
  params: idParams,
  response: conversationCost,
})
