import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { version } from '../shared.ts'

/** How a company's chat behaves. A stored object may lack members: `chatSettings.parse({})` gives every default. */
export const chatSettings = z.object({
  /** Days within which a resolved conversation is taken up again by the customer's next message. */
  reopenDays: z.number().int().min(0).max(365).default(7),
  /** Days without a word from either side after which a conversation is resolved; null never. */
  autoResolveDays: z.number().int().min(1).max(365).nullable().default(null),
  /** When the customer sees blue ticks. */
  readReceipts: z.enum(['on_open', 'on_reply', 'off']).default('on_reply'),
  /** Whether the customer sees that someone is typing. */
  typingIndicator: z.boolean().default(true),
  /** Seconds in which a send can be taken back. */
  undoSeconds: z.number().int().min(0).max(30).default(5),
  csat: z
    .object({
      enabled: z.boolean().default(false),
      scale: z.enum(['stars', 'thumbs']).default('stars'),
      /** What is asked; empty is the product's own text in the company's language. */
      question: z.string().trim().max(600).default(''),
      thanks: z.string().trim().max(600).default(''),
      /** Template for closed windows; null asks only while it is open. */
      template: z
        .object({ name: z.string().max(512), language: z.string().max(20) })
        .nullable()
        .default(null),
    })
    .prefault({}),
})
export type ChatSettings = z.infer<typeof chatSettings>

/** What customers are asked where a company has no question of its own. */
export const surveyQuestions = { en: 'How was our service?', pt: 'Como foi o nosso atendimento?' } as const

export const getChatSettings = endpoint({
  method: 'GET',
  path: '/api/v1/chat-settings',
  can: 'company.view',
  summary: 'How the chat of the company behaves',
  response: z.object({ settings: chatSettings, version: z.number().int() }),
})
export const updateChatSettings = endpoint({
  method: 'PUT',
  path: '/api/v1/chat-settings',
  can: 'company.manage',
  summary: 'Replaces them; `version` is the one that was read',
  body: z.object({ settings: chatSettings, version }),
  response: z.object({ settings: chatSettings, version: z.number().int() }),
  errors: ['conflict'],
})
