import { z } from 'zod'
import { faultsSchema } from '../config.ts'

const loose = z.record(z.string(), z.unknown())
const to = { phoneNumberId: z.string().optional() }

export const customerRequest = z.object({
  phone: z.string().min(7),
  name: z.string().max(100).optional(),
  username: z.string().max(40).nullable().optional(),
  hidden: z.enum(['no', 'omitted', 'empty']).optional(),
  reads: z.boolean().optional(),
  blocked: z.boolean().optional(),
  ...to,
})

/** `content` is the object named like the type. `mediaBase64` is stored and its id put into the content. */
export const inboundRequest = z.object({
  ...to,
  from: z.string().min(7),
  name: z.string().max(100).optional(),
  type: z.string().default('text'),
  text: z.string().optional(),
  content: z.unknown().optional(),
  media: z.object({ base64: z.string(), mimeType: z.string(), fileName: z.string().optional() }).optional(),
  replyTo: z.string().optional(),
  referral: loose.optional(),
  extras: loose.optional(),
  /** Milliseconds since 1970, for messages that are old. */
  at: z.number().optional(),
})
export type InboundRequest = z.input<typeof inboundRequest>

export const burstRequest = z.object({
  ...to,
  count: z.number().int().min(1).max(100_000),
  customers: z.number().int().min(1).max(50_000).default(1),
  from: z.string().optional(),
  text: z.string().default('Message'),
})

export const threadRequest = z.object({ ...to, waId: z.string() })
export const markRequest = z.object({ wamid: z.string(), emoji: z.string().optional(), text: z.string().optional() })
export const webhookRequest = z.object({
  wabaId: z.string().optional(),
  phoneNumberId: z.string().optional(),
  field: z.string(),
  value: loose,
})
export const rawWebhookRequest = z.object({ wabaId: z.string().optional(), body: loose })
export const templateRequest = z.object({
  id: z.string(),
  status: z.string().optional(),
  quality: z.string().optional(),
  category: z.string().optional(),
  reason: z.string().optional(),
})
export const numberRequest = z.object({
  id: z.string(),
  qualityRating: z.string().optional(),
  messagingLimit: z.string().optional(),
  registered: z.boolean().optional(),
  /** Meta's words: CONNECTED, FLAGGED, RESTRICTED, BANNED…; APPROVED, DECLINED, EXPIRED, PENDING_REVIEW… */
  status: z.string().optional(),
  nameStatus: z.string().optional(),
  pin: z.string().nullable().optional(),
})
export const accountRequest = z.object({
  id: z.string(),
  /** `verified`, `not_verified`… */
  verification: z.string().optional(),
  unpaid: z.boolean().optional(),
  /** Whether the app hears of the account. */
  subscribed: z.boolean().optional(),
})
/** Fields that the app is subscribed to; null are all of them. */
export const appRequest = z.object({ fields: z.array(z.string()).nullable() })
/** `expiresAt` in seconds since 1970, 0 for never. */
export const tokenRequest = z.object({
  token: z.string().optional(),
  valid: z.boolean(),
  expiresAt: z.number().int().optional(),
})
export const codeRequest = z.object({ wabaIds: z.array(z.string()).min(1) })
export const settingsRequest = faultsSchema.partial().extend({ callbackUrl: z.string().nullable().optional() })
