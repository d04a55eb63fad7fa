import { z } from 'zod'
import { network } from '../companies/company-rules.ts'
import { endpoint } from '../endpoint.ts'
import { filledText, id, idParams, instant, jsonObject, pageOf, pageQuery, person, version } from '../shared.ts'
import { canonicalEvents } from './canonical-events.ts'
import { actionResult, webhookAction, webhookActions, webhookActionTypes } from './webhook-actions.ts'
import { mappingLimits, webhookMapping } from './webhook-mapping.ts'
import { sourceNumber, webhookSample, webhookSource, webhookSourceKey } from './webhook-sources.ts'
import { mappingChange } from './webhook-templates.ts'

/** Most integrations of a company. */
export const webhookIntegrationLimit = 50
/** Most hours for which secrets go on working beside those that replaced them. */
export const secretOverlapHours = 24
/** For so many minutes an integration waits for a sample. */
export const listeningMinutes = 15

export const inboundStates = [
  'received',
  'rejected',
  'duplicate',
  'mapped',
  'processed',
  'partially_failed',
  'failed',
  'suspended',
] as const
export type InboundState = (typeof inboundStates)[number]

/** States from which an event can be worked off again. */
export const replayableStates = ['mapped', 'processed', 'partially_failed', 'failed', 'suspended'] as const

export const verificationSchemes = ['none', 'token', 'hmac', 'basic', 'standard'] as const

const path = z.string().trim().max(mappingLimits.path)

/** What is said of a connection besides its secrets; all but `addresses` and `apiUrl` of the generic source alone. */
export const webhookSettings = z.object({
  /** Addresses and networks that may call; empty for any. */
  addresses: z.array(network).max(50).default([]),
  scheme: z.enum(verificationSchemes).optional(),
  header: z
    .string()
    .trim()
    .max(60)
    .regex(/^[A-Za-z0-9-]*$/)
    .optional(),
  algorithm: z.enum(['sha1', 'sha256', 'sha512']).optional(),
  encoding: z.enum(['hex', 'base64']).optional(),
  prefix: z.string().max(20).optional(),
  eventPath: path.optional(),
  idPath: path.optional(),
  objectPath: path.optional(),
  /** Where the system is asked for what it leaves out, when that is not its usual address. */
  apiUrl: z
    .url({ protocol: /^https?$/ })
    .max(300)
    .optional(),
})

const secrets = z.record(z.string().max(40), z.string().trim().min(1).max(500))

export const webhookIntegration = z.object({
  id,
  source: webhookSourceKey,
  /** What it is, as people know it. */
  sourceName: z.object({ en: z.string(), pt: z.string() }),
  logoUrl: z.string().nullable(),
  name: z.string(),
  enabled: z.boolean(),
  /** Where the system calls. */
  url: z.string(),
  /** Which of its secrets are there; they themselves are never shown again. */
  secrets: z.array(z.object({ key: z.string(), set: z.boolean() })),
  /** Until when the secrets before the present ones still work; null when they do not. */
  previousUntil: instant.nullable(),
  listeningUntil: instant.nullable(),
  lastEventAt: instant.nullable(),
  /** What came in within a day. */
  day: z.object({ received: z.number().int(), processed: z.number().int(), failed: z.number().int() }),
  /** Kinds of what is done about its events. */
  actionTypes: z.array(z.enum(webhookActionTypes)),
  createdBy: person.nullable(),
  createdAt: instant,
  version,
})
export type WebhookIntegration = z.infer<typeof webhookIntegration>

export const webhookIntegrationDetail = webhookIntegration.extend({
  settings: webhookSettings,
  mapping: webhookMapping,
  actions: z.array(webhookAction),
  /** How it is connected, and what could be done about its events. */
  guide: webhookSource.pick({ docsUrl: true, secrets: true, steps: true, recipes: true }),
  /** Which version of its source it follows; null where sources have none. */
  sourceNumber: sourceNumber.nullable(),
  /** The version it could follow instead. */
  newerNumber: sourceNumber.nullable(),
  /** New connections cannot be made with its version any more. */
  deprecated: z.boolean(),
})
export type WebhookIntegrationDetail = z.infer<typeof webhookIntegrationDetail>

/** With the secrets that were made up for it, which are shown this once. */
const withGenerated = webhookIntegrationDetail.extend({ generated: z.record(z.string(), z.string()) })

export const inboundEvent = z.object({
  id,
  receivedAt: instant,
  event: z.string().nullable(),
  canonical: z.enum(canonicalEvents).nullable(),
  objectKey: z.string().nullable(),
  state: z.enum(inboundStates),
  /** Why it is in this state: a code. */
  reason: z.string().nullable(),
  attempts: z.number().int(),
  nextAt: instant.nullable(),
  isTest: z.boolean(),
  isSample: z.boolean(),
  contact: z.object({ id, name: z.string().nullable() }).nullable(),
})
export type InboundEvent = z.infer<typeof inboundEvent>

export const inboundEventDetail = inboundEvent.extend({
  headers: z.record(z.string(), z.string()),
  query: z.string(),
  /** As it came, or the beginning of it; null for readers who may not see personal data. */
  body: z.string().nullable(),
  error: z.string().nullable(),
  results: z.array(actionResult),
  fields: jsonObject.nullable(),
})
export type InboundEventDetail = z.infer<typeof inboundEventDetail>

const manage = 'webhook_integrations.manage'

export const listWebhookIntegrations = endpoint({
  method: 'GET',
  path: '/api/v1/webhook-integrations',
  can: manage,
  summary: 'Systems that are connected, by name',
  response: z.object({ data: z.array(webhookIntegration) }),
})
export const getWebhookIntegration = endpoint({
  method: 'GET',
  path: '/api/v1/webhook-integrations/:id',
  can: manage,
  summary: 'A connected system with its map and what is done about its events',
  params: idParams,
  response: webhookIntegrationDetail,
})
export const createWebhookIntegration = endpoint({
  method: 'POST',
  path: '/api/v1/webhook-integrations',
  can: manage,
  summary: 'Connects a system: it gets a URL of its own, and is off until it is enabled',
  body: z.object({
    source: webhookSourceKey,
    name: filledText(60),
    settings: webhookSettings.default({ addresses: [] }),
    /** Those that the source shows; those that are ours are made up where none are given. */
    secrets: secrets.default({}),
  }),
  response: withGenerated,
  status: 201,
  errors: ['limit_reached'],
})
export const updateWebhookIntegration = endpoint({
  method: 'PATCH',
  path: '/api/v1/webhook-integrations/:id',
  can: manage,
  summary: 'Changes a connected system. What came in before is not worked off again by itself',
  params: idParams,
  body: z.object({
    name: filledText(60).optional(),
    enabled: z.boolean().optional(),
    settings: webhookSettings.optional(),
    mapping: webhookMapping.optional(),
    actions: webhookActions.optional(),
    version,
  }),
  response: webhookIntegrationDetail,
  errors: ['conflict'],
})
export const removeWebhookIntegration = endpoint({
  method: 'DELETE',
  path: '/api/v1/webhook-integrations/:id',
  can: manage,
  summary: 'Disconnects a system: its URL ends, and its log goes with it',
  params: idParams,
  response: null,
})
export const rotateWebhookSecrets = endpoint({
  method: 'POST',
  path: '/api/v1/webhook-integrations/:id/rotations',
  can: manage,
  summary:
    'Replaces secrets; those before work for so many hours more. Those that are ours are made up where none are given',
  params: idParams,
  body: z.object({
    secrets: secrets.default({}),
    overlapHours: z.number().int().min(0).max(secretOverlapHours).default(secretOverlapHours),
    version,
  }),
  response: withGenerated,
  errors: ['conflict'],
})
export const listenForWebhooks = endpoint({
  method: 'POST',
  path: '/api/v1/webhook-integrations/:id/listening',
  can: manage,
  summary: 'Waits for a sample: for fifteen minutes browsers are told at once of what comes in',
  params: idParams,
  response: z.object({ until: instant }),
})
export const listWebhookSamples = endpoint({
  method: 'GET',
  path: '/api/v1/webhook-integrations/:id/samples',
  can: manage,
  summary: 'Samples to map by: what came in, as far as the reader may see it, and those of the source',
  params: idParams,
  response: z.object({
    data: z.array(webhookSample.extend({ eventId: id.nullable(), receivedAt: instant.nullable(), kept: z.boolean() })),
  }),
})

export const tryMap = z.object({
  event: z.string().nullable(),
  canonical: z.enum(canonicalEvents).nullable(),
  fields: jsonObject,
  missing: z.array(z.string()),
  /** Paths that cannot be used, by their places. */
  errors: z.array(z.object({ path: z.string(), message: z.string() })),
  /** Whom it is about; null for whoever would be made a contact, or parked. */
  contact: z.object({ id, name: z.string().nullable() }).nullable(),
  person: z.enum(['known', 'new', 'needs_phone']),
  actions: z.array(
    z.object({
      actionId: id,
      type: z.enum(webhookActionTypes),
      ready: z.boolean(),
      code: z.string().nullable(),
      text: z.string(),
    }),
  ),
})
export type TriedMap = z.infer<typeof tryMap>

export const testWebhookIntegration = endpoint({
  method: 'POST',
  path: '/api/v1/webhook-integrations/:id/test',
  can: manage,
  summary: 'Says what would become of a sample or of what came in, by a map as it is or as it is sent; nothing is done',
  params: idParams,
  body: z.object({
    /** A sample of the source, or an event that came in. */
    sampleId: z.string().max(60).optional(),
    eventId: id.optional(),
    mapping: webhookMapping.optional(),
    actions: webhookActions.optional(),
  }),
  response: tryMap,
})
export const listWebhookEvents = endpoint({
  method: 'GET',
  path: '/api/v1/webhook-integrations/:id/events',
  can: manage,
  summary: 'What a system told, the newest first',
  params: idParams,
  query: pageQuery.extend({
    state: z.enum(inboundStates).optional(),
    /** An event of the source, or what it is about. */
    search: z.string().trim().max(100).optional(),
  }),
  response: pageOf(inboundEvent),
})

const eventParams = z.object({ id, eventId: id })

export const getWebhookEvent = endpoint({
  method: 'GET',
  path: '/api/v1/webhook-integrations/:id/events/:eventId',
  can: manage,
  summary: 'Something that a system told, with what became of it',
  params: eventParams,
  response: inboundEventDetail,
})
export const keepWebhookSample = endpoint({
  method: 'PUT',
  path: '/api/v1/webhook-integrations/:id/events/:eventId/sample',
  can: manage,
  summary: 'Keeps something that came in as a sample, or no longer',
  params: eventParams,
  body: z.object({ kept: z.boolean() }),
  response: inboundEvent,
  errors: ['state_invalid'],
})
export const replayWebhookEvents = endpoint({
  method: 'POST',
  path: '/api/v1/webhook-integrations/:id/replays',
  can: manage,
  summary: 'Works off again what came in, by the map as it is now. Templates that were sent for it are not sent again',
  params: idParams,
  body: z.union([
    z.object({ ids: z.array(id).min(1).max(100) }),
    z.object({ states: z.array(z.enum(replayableStates)).min(1), since: instant }),
  ]),
  response: z.object({ count: z.number().int() }),
  status: 202,
})

/** What following another version of a source changes. */
export const sourceMove = z.object({
  from: sourceNumber,
  to: sourceNumber,
  changes: z.array(mappingChange),
  /** How it proves who it is changes. */
  verification: z.boolean(),
  /** Secrets that have to be there before. */
  missing: z.array(z.object({ key: z.string(), label: z.object({ en: z.string(), pt: z.string() }) })),
})
export type SourceMove = z.infer<typeof sourceMove>

export const previewWebhookMove = endpoint({
  method: 'GET',
  path: '/api/v1/webhook-integrations/:id/move',
  can: manage,
  summary: 'What would change if a connected system followed the newest version of its source',
  params: idParams,
  response: sourceMove,
  errors: ['state_invalid'],
})
export const moveWebhookIntegration = endpoint({
  method: 'POST',
  path: '/api/v1/webhook-integrations/:id/move',
  can: manage,
  summary: 'Has a connected system follow another version of its source; what the company changed itself stays',
  params: idParams,
  body: z.object({ to: sourceNumber, version }),
  response: webhookIntegrationDetail,
  errors: ['conflict', 'state_invalid'],
})
