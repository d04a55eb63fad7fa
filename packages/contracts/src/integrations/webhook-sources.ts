import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { jsonObject } from '../shared.ts'
import { canonicalEvents } from './canonical-events.ts'
import { eventMap } from './webhook-mapping.ts'

export const webhookSourceKeys = [
  'shopify',
  'woocommerce',
  'nuvemshop',
  'hotmart',
  'kiwify',
  'eduzz',
  'stripe',
  'mercado_pago',
  'asaas',
  'rd_station',
  'typeform',
  'generic',
] as const
export type WebhookSourceKey = (typeof webhookSourceKeys)[number]

export const webhookSourceCategories = ['shop', 'course', 'payment', 'lead', 'other'] as const
export type WebhookSourceCategory = (typeof webhookSourceCategories)[number]

/** Where a secret comes from: the source shows it, or whoever connects makes one up here and takes it there. */
export const secretOrigins = ['source', 'ours'] as const

const inBoth = z.object({ en: z.string(), pt: z.string() })

export const webhookSample = z.object({
  id: z.string(),
  event: z.string(),
  headers: z.record(z.string(), z.string()),
  body: z.unknown(),
})
export type WebhookSample = z.infer<typeof webhookSample>

export const webhookSource = z.object({
  key: z.enum(webhookSourceKeys),
  name: inBoth,
  category: z.enum(webhookSourceCategories),
  docsUrl: z.string().nullable(),
  /** What it has to be told before it can be verified. */
  secrets: z.array(z.object({ key: z.string(), label: inBoth, origin: z.enum(secretOrigins), required: z.boolean() })),
  steps: z.object({ en: z.array(z.string()), pt: z.array(z.string()) }),
  events: z.array(z.object({ event: z.string(), canonical: z.enum(canonicalEvents) })),
  /** What its events are taken to mean until the company says otherwise. */
  defaults: z.array(eventMap),
  samples: z.array(webhookSample),
  settings: jsonObject,
})
export type WebhookSourceCard = z.infer<typeof webhookSource>

export const listWebhookSources = endpoint({
  method: 'GET',
  path: '/api/v1/webhook-sources',
  can: 'webhook_integrations.manage',
  summary: 'Systems whose webhooks can be taken in, with how to connect them and what their events are taken to mean',
  response: z.object({ data: z.array(webhookSource) }),
})
