import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { id, jsonObject } from '../shared.ts'
import { canonicalEvents } from './canonical-events.ts'
import { sourceRecipe } from './webhook-definition.ts'
import { eventMap } from './webhook-mapping.ts'
import { secretOrigins, webhookSourceCategories } from './webhook-source-kinds.ts'

/** What a source is called by in addresses and rows. */
export const webhookSourceKey = z.string().regex(/^[a-z][a-z0-9_]{1,39}$/)

/** A version of a source that platform admins wrote. */
export const sourceNumber = z.number().int().min(1).max(10_000)

const inBoth = z.object({ en: z.string(), pt: z.string() })

export const webhookSample = z.object({
  id: z.string(),
  event: z.string(),
  headers: z.record(z.string(), z.string()),
  body: z.unknown(),
})
export type WebhookSample = z.infer<typeof webhookSample>

export const webhookSource = z.object({
  key: webhookSourceKey,
  /** Which of its versions this is; null for those that the product itself knows. */
  number: sourceNumber.nullable(),
  name: inBoth,
  logoUrl: z.string().nullable(),
  category: z.enum(webhookSourceCategories),
  docsUrl: z.string().nullable(),
  /** What it has to be told before it can be verified. */
  secrets: z.array(z.object({ key: z.string(), label: inBoth, origin: z.enum(secretOrigins), required: z.boolean() })),
  steps: z.object({ en: z.array(z.string()), pt: z.array(z.string()) }),
  events: z.array(z.object({ event: z.string(), canonical: z.enum(canonicalEvents) })),
  /** What its events are taken to mean until the company says otherwise. */
  defaults: z.array(eventMap),
  samples: z.array(webhookSample),
  /** What could be done about its events. */
  recipes: z.array(sourceRecipe),
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

export const getWebhookSourceLogo = endpoint({
  method: 'GET',
  path: '/api/v1/webhook-sources/logos/:file',
  can: 'public',
  summary: 'The logo of a system that platform admins added, as PNG',
  params: z.object({ file: id }),
  response: null,
})
