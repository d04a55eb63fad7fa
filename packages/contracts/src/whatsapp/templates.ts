import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { providerErrors } from '../errors.ts'
import { bulkOutcome, bulkSelection, countQuery } from '../shared/lists.ts'
import { id, idParams, instant, pageOf, pageQuery } from '../shared.ts'
import { templateFigures } from './template-analytics.ts'
import { templateCategories, templateContent } from './template-content.ts'

/** How often an approved template may still be edited, and when at the earliest. */
const editing = z.object({
  allowed: z.boolean(),
  reason: z.enum(['status', 'day', 'month']).nullable(),
  until: instant.nullable(),
  leftInMonth: z.number().int(),
})

const templateLine = z.object({
  id,
  language: z.string(),
  category: z.string(),
  status: z.string(),
  quality: z.string().nullable(),
  hasDraft: z.boolean(),
  /** First words of the text. */
  preview: z.string(),
  rejectedReason: z.string().nullable(),
  editing,
  updatedAt: instant,
})

/** The languages of one name in one account. */
export const templateGroup = z.object({
  name: z.string(),
  accountId: id,
  accountName: z.string(),
  archived: z.boolean(),
  hasMedia: z.boolean(),
  source: z.enum(['local', 'meta', 'library']),
  updatedAt: instant,
  /** Over the last seven days of UTC: of Meta's counts and our own the larger ones, as either may be late. */
  figures: templateFigures,
  /** How many places use it. */
  uses: z.number().int(),
  languages: z.array(templateLine),
})
export type TemplateGroup = z.infer<typeof templateGroup>

export const templateDetail = z.object({
  id,
  accountId: id,
  accountName: z.string(),
  wabaId: z.string(),
  /** The number that customers see as the sender; null while none is connected. */
  business: z.object({ name: z.string(), photoUrl: z.string().nullable() }).nullable(),
  name: z.string(),
  language: z.string(),
  status: z.string(),
  category: z.string(),
  quality: z.string().nullable(),
  source: z.enum(['local', 'meta', 'library']),
  rejectedReason: z.string().nullable(),
  recommendation: z.string().nullable(),
  pausedUntil: instant.nullable(),
  archived: z.boolean(),
  /** What Meta has; null while it has none. */
  live: templateContent.nullable(),
  /** What is written and not submitted; null without changes. */
  draft: templateContent.nullable(),
  version: z.number().int(),
  editing,
  /** What Meta made of the category, for a month. */
  recategorised: z.object({ before: z.string(), at: instant }).nullable(),
  /** Addresses of the samples' files by their id. */
  files: z.record(z.string(), z.object({ url: z.string(), name: z.string(), mime: z.string(), size: z.number() })),
  createdBy: z.object({ id, name: z.string() }).nullable(),
  /** The other languages of the name. */
  siblings: z.array(z.object({ id, language: z.string(), status: z.string() })),
  /** Another name of the account with exactly this text. */
  twin: z.string().nullable(),
  submittedAt: instant.nullable(),
  syncedAt: instant.nullable(),
  updatedAt: instant,
})
export type TemplateDetail = z.infer<typeof templateDetail>

export const templateFilters = z.object({
  search: z.string().trim().max(100).optional(),
  status: z.string().max(30).optional(),
  category: z.enum(templateCategories).optional(),
  language: z.string().max(20).optional(),
  quality: z.enum(['GREEN', 'YELLOW', 'RED', 'UNKNOWN']).optional(),
  accountId: id.optional(),
  media: z.enum(['yes', 'no']).optional(),
  used: z.enum(['yes', 'no']).optional(),
})

export const listTemplateGroups = endpoint({
  method: 'GET',
  path: '/api/v1/templates',
  can: 'templates.view',
  scope: 'templates:read',
  summary: 'Templates by name with their languages; archived ones only when asked for',
  query: pageQuery.extend(templateFilters.shape).extend(countQuery.shape),
  response: pageOf(templateGroup),
})

export const getTemplate = endpoint({
  method: 'GET',
  path: '/api/v1/templates/:id',
  can: 'templates.view',
  scope: 'templates:read',
  summary: 'One template in one language, with its draft',
  params: idParams,
  response: templateDetail,
})

export const deleteTemplate = endpoint({
  method: 'DELETE',
  path: '/api/v1/templates/:id',
  can: 'templates.write',
  scope: 'templates:write',
  summary: 'Deletes one language, or every language of the name; an approved name is locked for 30 days then',
  params: idParams,
  query: z.object({ scope: z.enum(['language', 'name']).default('language') }),
  response: null,
  errors: ['state_invalid', ...providerErrors],
})

export const archiveTemplate = endpoint({
  method: 'PUT',
  path: '/api/v1/templates/:id/archive',
  can: 'templates.write',
  scope: 'templates:write',
  summary: 'Hides a name from lists and pickers, or shows it again; Meta keeps it',
  params: idParams,
  body: z.object({ archived: z.boolean() }),
  response: null,
})

/**
 * What is done to many names at once. A selection by ids names any language of each; `copy` makes drafts of every
 * language in another account.
 */
export const templateChange = z.discriminatedUnion('action', [
  z.object({ action: z.literal('archive'), selection: bulkSelection }),
  z.object({ action: z.literal('restore'), selection: bulkSelection }),
  z.object({ action: z.literal('delete'), selection: bulkSelection }),
  z.object({ action: z.literal('copy'), selection: bulkSelection, accountId: id }),
  z.object({ action: z.literal('sync'), selection: bulkSelection }),
])
export type TemplateChange = z.output<typeof templateChange>

export const changeTemplates = endpoint({
  method: 'POST',
  path: '/api/v1/template-changes',
  can: 'templates.write',
  summary: 'Archives, brings back, deletes, copies or reads anew many names, each with all its languages',
  body: templateChange,
  response: bulkOutcome,
  errors: ['conflict', ...providerErrors],
})

export const testTemplate = endpoint({
  method: 'POST',
  path: '/api/v1/templates/:id/tests',
  can: 'templates.write',
  summary: 'Sends the template to a phone; five an hour',
  params: idParams,
  body: z.object({
    channelId: id,
    phone: z.string().trim().min(5).max(40),
    values: z.record(z.string().max(100), z.string().max(2000)).default({}),
  }),
  response: z.object({ conversationId: id, messageId: id }),
  status: 201,
  errors: [
    'channel_not_sendable',
    'template_not_sendable',
    'template_parameters_invalid',
    'conflict',
    'opted_out',
    'contact_suppressed',
    'contact_blocked',
    'sending_paused',
    'limit_reached',
    'window_closed',
    'idempotency_mismatch',
  ],
})
