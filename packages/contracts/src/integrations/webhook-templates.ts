import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { id, instant, pageOf, pageQuery, person, version } from '../shared.ts'
import { sampleExpectation, sourceDefinition } from './webhook-definition.ts'
import { webhookSourceCategories } from './webhook-source-kinds.ts'
import { sourceNumber, webhookSourceKey } from './webhook-sources.ts'

/** Most sources that platform admins add, and versions of one. */
export const webhookTemplateLimits = { stored: 200, versions: 100 } as const

export const templateStatuses = ['draft', 'published', 'deprecated'] as const
export type TemplateStatus = (typeof templateStatuses)[number]

const inBoth = z.object({ en: z.string(), pt: z.string() })

export const webhookTemplate = z.object({
  key: webhookSourceKey,
  /** `product`: part of the product, and not to be changed. */
  origin: z.enum(['product', 'own']),
  name: inBoth,
  category: z.enum(webhookSourceCategories),
  logoUrl: z.string().nullable(),
  /** `draft`: never published. */
  status: z.enum(templateStatuses),
  /** The version that new connections get. */
  number: sourceNumber.nullable(),
  hasDraft: z.boolean(),
  /** Connected systems that follow it. */
  uses: z.number().int(),
  updatedAt: instant.nullable(),
})
export type WebhookTemplate = z.infer<typeof webhookTemplate>

const versionSummary = z.object({
  number: sourceNumber,
  status: z.enum(templateStatuses),
  uses: z.number().int(),
  author: person.nullable(),
  publishedAt: instant.nullable(),
  updatedAt: instant,
})

/** What is different between two definitions, at a place such as `events.order.paid.fields.phone`. */
export const definitionChange = z.object({
  path: z.array(z.string()),
  before: z.string().nullable(),
  after: z.string().nullable(),
})
export type DefinitionChange = z.infer<typeof definitionChange>

/** A source as it is written; of those of the product, some things are code and cannot be shown so. */
const shownDefinition = sourceDefinition.extend({
  docsUrl: z.string().nullable(),
  verification: sourceDefinition.shape.verification.nullable(),
  event: sourceDefinition.shape.event.nullable(),
})

export const webhookTemplateDetail = webhookTemplate.extend({
  versions: z.array(versionSummary),
  /** The version that was asked for: the draft, or the newest, unless one was named. */
  shown: z.object({
    number: sourceNumber.nullable(),
    status: z.enum(templateStatuses),
    version,
    definition: shownDefinition,
    /** Whether a source of one's own can begin with it. */
    copyable: z.boolean(),
    /** Against the version before it. */
    changes: z.array(definitionChange),
    previous: sourceNumber.nullable(),
  }),
})
export type WebhookTemplateDetail = z.infer<typeof webhookTemplateDetail>
export type ShownDefinition = z.infer<typeof shownDefinition>

/** What became of a sample: what was expected and did not come is listed. */
export const sampleResult = z.object({
  id: z.string(),
  passed: z.boolean(),
  actual: sampleExpectation,
  differences: z.array(z.object({ path: z.string(), expected: z.string().nullable(), actual: z.string().nullable() })),
  /** Required fields that are not there. */
  missing: z.array(z.string()),
})
export type SampleResult = z.infer<typeof sampleResult>

/** What a company's map gains, loses and keeps; `kept`: the company said something else. */
export const mappingChange = z.object({
  event: z.string(),
  /** The field; null for the event itself. */
  field: z.string().nullable(),
  kind: z.enum(['added', 'changed', 'removed', 'kept']),
  before: z.string().nullable(),
  after: z.string().nullable(),
})
export type MappingChange = z.infer<typeof mappingChange>

const admin = { can: 'admin.platform' } as const
const keyParams = z.object({ key: webhookSourceKey })
const versionParams = keyParams.extend({ number: z.coerce.number().int().min(1).max(10_000) })

export const listWebhookTemplates = endpoint({
  method: 'GET',
  path: '/api/v1/admin/webhook-templates',
  ...admin,
  summary: 'Systems that companies can connect: those of the product, and those that platform admins added',
  response: z.object({ data: z.array(webhookTemplate) }),
})
export const createWebhookTemplate = endpoint({
  method: 'POST',
  path: '/api/v1/admin/webhook-templates',
  ...admin,
  summary: 'Begins a system as a draft: from nothing, from another one, or from what was exported',
  body: z.object({
    key: webhookSourceKey,
    name: sourceDefinition.shape.name,
    /** Another system to begin with. */
    from: webhookSourceKey.nullable().optional(),
    definition: sourceDefinition.optional(),
  }),
  response: webhookTemplateDetail,
  status: 201,
  errors: ['limit_reached', 'duplicate', 'state_invalid'],
})
export const getWebhookTemplate = endpoint({
  method: 'GET',
  path: '/api/v1/admin/webhook-templates/:key',
  ...admin,
  summary: 'A system with its versions, and what one of them says',
  params: keyParams,
  query: z.object({ number: z.coerce.number().int().min(1).max(10_000).optional() }),
  response: webhookTemplateDetail,
})
export const saveWebhookTemplate = endpoint({
  method: 'PUT',
  path: '/api/v1/admin/webhook-templates/:key/draft',
  ...admin,
  summary: 'Saves a draft',
  params: keyParams,
  body: z.object({ version, definition: sourceDefinition }),
  response: webhookTemplateDetail,
  errors: ['conflict', 'state_invalid'],
})
export const beginWebhookTemplateDraft = endpoint({
  method: 'POST',
  path: '/api/v1/admin/webhook-templates/:key/draft',
  ...admin,
  summary: 'Begins the next version of a system with what the newest one says',
  params: keyParams,
  response: webhookTemplateDetail,
  status: 201,
  errors: ['limit_reached', 'state_invalid'],
})
export const discardWebhookTemplateDraft = endpoint({
  method: 'DELETE',
  path: '/api/v1/admin/webhook-templates/:key/draft',
  ...admin,
  summary: 'Drops a draft; a system that was never published goes with it',
  params: keyParams,
  response: null,
  errors: ['state_invalid'],
})
export const testWebhookTemplate = endpoint({
  method: 'POST',
  path: '/api/v1/admin/webhook-templates/:key/test',
  ...admin,
  summary: 'Reads the samples of a system, as it is or as it is sent, and says what differs from what is expected',
  params: keyParams,
  body: z.object({ number: sourceNumber.optional(), definition: sourceDefinition.optional() }),
  response: z.object({ passed: z.boolean(), results: z.array(sampleResult) }),
})
export const publishWebhookTemplate = endpoint({
  method: 'POST',
  path: '/api/v1/admin/webhook-templates/:key/publication',
  ...admin,
  summary:
    'Offers a draft to companies. It needs samples of which all come to what is expected, and steps in both languages',
  params: keyParams,
  body: z.object({ version }),
  response: webhookTemplateDetail,
  errors: ['conflict', 'state_invalid', 'samples_failing'],
})
export const deprecateWebhookTemplate = endpoint({
  method: 'PUT',
  path: '/api/v1/admin/webhook-templates/:key/versions/:number/deprecation',
  ...admin,
  summary: 'Stops or resumes offering a version; companies that follow it go on',
  params: versionParams,
  body: z.object({ deprecated: z.boolean() }),
  response: webhookTemplateDetail,
  errors: ['state_invalid'],
})
export const setWebhookTemplateLogo = endpoint({
  method: 'PUT',
  path: '/api/v1/admin/webhook-templates/:key/logo',
  ...admin,
  summary: 'Sets the logo of a draft: one PNG, JPEG or SVG file of at most 1 MB, kept as PNG',
  params: keyParams,
  bodyKind: 'multipart',
  response: webhookTemplateDetail,
  errors: ['file_type_refused', 'file_too_large', 'state_invalid'],
})
export const removeWebhookTemplateLogo = endpoint({
  method: 'DELETE',
  path: '/api/v1/admin/webhook-templates/:key/logo',
  ...admin,
  summary: 'Takes the logo off a draft',
  params: keyParams,
  response: webhookTemplateDetail,
  errors: ['state_invalid'],
})

const templateUse = z.object({
  id,
  name: z.string(),
  company: z.object({ id, name: z.string() }),
  number: sourceNumber.nullable(),
  enabled: z.boolean(),
  lastEventAt: instant.nullable(),
})
export type TemplateUse = z.infer<typeof templateUse>

export const listWebhookTemplateUses = endpoint({
  method: 'GET',
  path: '/api/v1/admin/webhook-templates/:key/uses',
  ...admin,
  summary: 'Connected systems of all companies that follow a system, the oldest first',
  params: keyParams,
  query: pageQuery.extend({ number: z.coerce.number().int().min(1).max(10_000).optional() }),
  response: pageOf(templateUse),
})
export const moveWebhookTemplateUses = endpoint({
  method: 'POST',
  path: '/api/v1/admin/webhook-templates/:key/moves',
  ...admin,
  summary: 'Has connected systems follow another version, or says what that would change; what companies changed stays',
  params: keyParams,
  body: z.object({ ids: z.array(id).min(1).max(50), to: sourceNumber, apply: z.boolean() }),
  response: z.object({
    data: z.array(
      z.object({
        id,
        /** Why it was not moved. */
        code: z.enum(['not_found', 'same_version', 'secret_missing', 'too_large']).nullable(),
        changes: z.array(mappingChange),
        verification: z.boolean(),
      }),
    ),
  }),
  errors: ['state_invalid'],
})
