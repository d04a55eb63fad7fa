import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { bulkOutcome, bulkSelection, countQuery } from './lists.ts'
import { id, idParams, instant, pageOf, pageQuery, version } from './shared.ts'

export const templateCategories = ['MARKETING', 'UTILITY', 'AUTHENTICATION'] as const
export type TemplateCategory = (typeof templateCategories)[number]

/** Meta's words, and our own: `DRAFT` (Meta has never seen it), `SUBMITTING`, `UNKNOWN` (no answer came to a submission). */
export const templateStatuses = [
  'DRAFT',
  'SUBMITTING',
  'UNKNOWN',
  'PENDING',
  'APPROVED',
  'REJECTED',
  'PAUSED',
  'DISABLED',
  'IN_APPEAL',
  'FLAGGED',
  'LIMIT_EXCEEDED',
  'LOCKED',
  'PENDING_DELETION',
  'ARCHIVED',
  'DELETED',
] as const
export type TemplateStatus = (typeof templateStatuses)[number]

/** Components as Meta takes them (whatsapp-cloud-api reference, templates); `checkTemplateContent` says what is wrong. */
const components = z.array(z.record(z.string().max(60), z.unknown())).max(8)

export const templateContent = z.object({
  category: z.enum(templateCategories),
  parameterFormat: z.enum(['POSITIONAL', 'NAMED']),
  components,
  /** How long Meta tries to deliver, in seconds; null for Meta's own default. */
  ttlSeconds: z.number().int().min(-1).max(2_592_000).nullable(),
})
export type TemplateContent = z.output<typeof templateContent>

export const templateName = z
  .string()
  .trim()
  .min(1)
  .max(512)
  .regex(/^[a-z0-9_]+$/)
export const templateLanguage = z
  .string()
  .trim()
  .regex(/^[a-z]{2,3}(_[A-Z]{2,3})?$/)

const figures = z.object({
  sent: z.number().int(),
  delivered: z.number().int(),
  read: z.number().int(),
  clicked: z.number().int(),
})
export type TemplateFigures = z.infer<typeof figures>

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
  figures,
  /** How many places use it. */
  uses: z.number().int(),
  languages: z.array(templateLine),
})
export type TemplateGroup = z.infer<typeof templateGroup>

export const templateUse = z.object({
  kind: z.enum(['csat', 'scheduled_message']),
  /** Which language of the name. */
  language: z.string(),
  /** What it is called there, or where it is. */
  label: z.string(),
  count: z.number().int(),
})
export type TemplateUse = z.infer<typeof templateUse>

export const templateDetail = z.object({
  id,
  accountId: id,
  accountName: z.string(),
  wabaId: z.string(),
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

export const templateAccount = z.object({
  id,
  name: z.string(),
  wabaId: z.string(),
  syncedAt: instant.nullable(),
  count: z.number().int(),
  channels: z.array(z.object({ id, name: z.string(), phone: z.string() })),
})
export type TemplateAccount = z.infer<typeof templateAccount>

const provider = ['provider_error', 'channel_not_sendable'] as const

export const listTemplateAccounts = endpoint({
  method: 'GET',
  path: '/api/v1/template-accounts',
  can: 'templates.view',
  summary: 'Accounts at Meta that templates belong to',
  response: z.object({ data: z.array(templateAccount) }),
})

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
  summary: 'Templates by name with their languages; archived ones only when asked for',
  query: pageQuery.extend(templateFilters.shape).extend(countQuery.shape),
  response: pageOf(templateGroup),
})

export const getTemplate = endpoint({
  method: 'GET',
  path: '/api/v1/templates/:id',
  can: 'templates.view',
  summary: 'One template in one language, with its draft',
  params: idParams,
  response: templateDetail,
})

const created = z.object({ id })

export const createTemplate = endpoint({
  method: 'POST',
  path: '/api/v1/templates',
  can: 'templates.write',
  summary: 'Begins a template as a draft; Meta sees it when it is submitted',
  body: z.object({ accountId: id, name: templateName, language: templateLanguage, content: templateContent }),
  response: created,
  status: 201,
  errors: ['duplicate', 'template_name_locked', 'template_category_fixed'],
})

export const saveTemplateDraft = endpoint({
  method: 'PUT',
  path: '/api/v1/templates/:id/draft',
  can: 'templates.write',
  summary: 'Saves what is written; `version` is the one that was read',
  params: idParams,
  body: z.object({ version, content: templateContent }),
  response: z.object({ version: z.number().int() }),
  errors: ['conflict', 'state_invalid'],
})

export const discardTemplateDraft = endpoint({
  method: 'DELETE',
  path: '/api/v1/templates/:id/draft',
  can: 'templates.write',
  summary: 'Throws the unpublished changes away',
  params: idParams,
  response: null,
  errors: ['state_invalid'],
})

export const submitTemplate = endpoint({
  method: 'POST',
  path: '/api/v1/templates/:id/submissions',
  can: 'templates.write',
  summary: 'Gives the draft to Meta for review. Safe to repeat',
  params: idParams,
  body: z.object({ version }),
  response: templateDetail,
  errors: ['conflict', 'state_invalid', 'template_invalid', 'template_edit_limit', 'duplicate', ...provider],
})

export const deleteTemplate = endpoint({
  method: 'DELETE',
  path: '/api/v1/templates/:id',
  can: 'templates.write',
  summary: 'Deletes one language, or every language of the name; an approved name is locked for 30 days then',
  params: idParams,
  query: z.object({ scope: z.enum(['language', 'name']).default('language') }),
  response: null,
  errors: ['state_invalid', ...provider],
})

export const archiveTemplate = endpoint({
  method: 'PUT',
  path: '/api/v1/templates/:id/archive',
  can: 'templates.write',
  summary: 'Hides a name from lists and pickers, or shows it again; Meta keeps it',
  params: idParams,
  body: z.object({ archived: z.boolean() }),
  response: null,
})

export const copyTemplate = endpoint({
  method: 'POST',
  path: '/api/v1/templates/:id/copies',
  can: 'templates.write',
  summary: 'A draft with the same content in another language, account or under another name',
  params: idParams,
  body: z.object({ accountId: id.optional(), language: templateLanguage.optional(), name: templateName.optional() }),
  response: created,
  status: 201,
  errors: ['duplicate', 'template_name_locked', 'template_category_fixed'],
})

/** One template as it travels between installations. */
export const portableTemplate = templateContent.extend({ name: templateName, language: templateLanguage })
export type PortableTemplate = z.output<typeof portableTemplate>

const templateImport = {
  body: z.object({ accountId: id, templates: z.array(z.unknown()).min(1).max(200) }),
  response: z.object({
    created: z.array(z.object({ row: z.number().int(), id })),
    errors: z.array(z.object({ row: z.number().int(), path: z.string(), code: z.string() })),
  }),
}

export const importTemplates = endpoint({
  method: 'POST',
  path: '/api/v1/template-imports',
  can: 'templates.write',
  summary: 'Makes drafts of exported templates; a row with an error makes none, the others do',
  ...templateImport,
})

export const exportTemplates = endpoint({
  method: 'GET',
  path: '/api/v1/template-exports',
  can: 'templates.view',
  summary: 'Templates as JSON: those named, or all of an account',
  query: z.object({ accountId: id.optional(), ids: z.string().max(8000).optional() }),
  response: z.object({ templates: z.array(portableTemplate) }),
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
  errors: ['conflict', ...provider],
})

export const exportSelectedTemplates = endpoint({
  method: 'POST',
  path: '/api/v1/template-exports',
  can: 'templates.view',
  summary: 'Templates as JSON: every language of the chosen names',
  body: z.object({ selection: bulkSelection }),
  response: z.object({ templates: z.array(portableTemplate) }),
  errors: ['conflict'],
})

export const syncTemplateAccounts = endpoint({
  method: 'POST',
  path: '/api/v1/template-syncs',
  can: 'templates.view',
  summary: 'Reads the templates of every account, or of one, from Meta again',
  body: z.object({ accountId: id.optional() }),
  response: z.object({ count: z.number().int() }),
  errors: provider,
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
    'sending_paused',
    'limit_reached',
    'window_closed',
    'idempotency_mismatch',
  ],
})

export const templateVersion = z.object({
  id,
  number: z.number().int(),
  content: templateContent,
  status: z.string(),
  reason: z.string().nullable(),
  author: z.string().nullable(),
  createdAt: instant,
})
export type TemplateVersion = z.infer<typeof templateVersion>

export const listTemplateVersions = endpoint({
  method: 'GET',
  path: '/api/v1/templates/:id/versions',
  can: 'templates.view',
  summary: 'What was submitted, newest first',
  params: idParams,
  response: z.object({ data: z.array(templateVersion) }),
})

export const listTemplateUses = endpoint({
  method: 'GET',
  path: '/api/v1/templates/:id/uses',
  can: 'templates.view',
  summary: 'Where the template, or any language of its name, is used',
  params: idParams,
  query: z.object({ scope: z.enum(['language', 'name']).default('language') }),
  response: z.object({ data: z.array(templateUse) }),
})

const ownFigures = figures.extend({ failed: z.number().int() })

export const getTemplateAnalytics = endpoint({
  method: 'GET',
  path: '/api/v1/templates/:id/analytics',
  can: 'templates.view',
  summary: 'What Meta and we counted by day of UTC, over the last 90 days; both are read every night',
  params: idParams,
  response: z.object({
    /** Whether Meta counts this account's templates. */
    enabled: z.boolean(),
    total: figures,
    /** Messages that left from here; clicks are taps on quick replies. */
    own: ownFigures,
    days: z.array(figures.extend({ day: z.string(), own: ownFigures })),
    countedAt: instant.nullable(),
  }),
})
export type TemplateAnalytics = z.infer<typeof getTemplateAnalytics.response>

export const refreshTemplateAnalytics = endpoint({
  method: 'POST',
  path: '/api/v1/templates/:id/analytics',
  can: 'templates.write',
  summary: 'Counts what Meta and we know now; `enable` has Meta count the account, once and for all',
  params: idParams,
  body: z.object({ enable: z.boolean().default(false) }),
  response: z.object({ days: z.number().int() }),
  errors: ['state_invalid', ...provider],
})

export const templatePrice = z.object({
  category: z.enum(templateCategories),
  market: z.string(),
  currency: z.string(),
  /** For one delivered message, in units of the currency. */
  price: z.number(),
})
export type TemplatePrice = z.infer<typeof templatePrice>

export const listTemplatePrices = endpoint({
  method: 'GET',
  path: '/api/v1/template-prices',
  can: 'templates.view',
  summary: 'What a message of each category costs in Brazil today',
  response: z.object({ data: z.array(templatePrice) }),
})

export const linkVerdicts = ['reachable', 'refused', 'forbidden', 'unreachable', 'no_answer'] as const

export const checkTemplateLinks = endpoint({
  method: 'POST',
  path: '/api/v1/template-links',
  can: 'templates.write',
  summary: 'Whether addresses of buttons answer; those of private networks are never called. Thirty checks a minute',
  body: z.object({ urls: z.array(z.url().max(2000)).min(1).max(20) }),
  response: z.object({
    data: z.array(z.object({ url: z.string(), verdict: z.enum(linkVerdicts), status: z.number().int().nullable() })),
  }),
})

export const uploadTemplateMedia = endpoint({
  method: 'POST',
  path: '/api/v1/template-media',
  can: 'templates.write',
  summary: 'Keeps a sample for a media header; its type is told by its content',
  bodyKind: 'multipart',
  response: z.object({
    fileId: id,
    kind: z.enum(['image', 'video', 'document']),
    mime: z.string(),
    name: z.string(),
    size: z.number().int(),
    url: z.string(),
  }),
  status: 201,
  errors: ['file_type_refused', 'file_too_large'],
})

export const libraryTemplate = z.object({
  name: z.string(),
  language: z.string(),
  category: z.string(),
  topic: z.string().nullable(),
  header: z.string().nullable(),
  body: z.string(),
  params: z.array(z.string()),
  buttons: z.array(z.object({ type: z.string(), text: z.string() })),
})
export type LibraryTemplate = z.infer<typeof libraryTemplate>

export const listTemplateLibrary = endpoint({
  method: 'GET',
  path: '/api/v1/template-library',
  can: 'templates.view',
  summary: "Meta's ready texts",
  query: z.object({ accountId: id, language: templateLanguage, search: z.string().trim().max(100).optional() }),
  response: z.object({ data: z.array(libraryTemplate) }),
  errors: provider,
})

/** Templates of another company, for those who work as its operator. */
export const listOperatorTemplates = endpoint({
  method: 'GET',
  path: '/api/v1/operator/templates',
  can: 'operator.channels',
  summary: 'Templates of the companies that the operator looks after, by name',
  query: pageQuery.extend(templateFilters.shape).extend(countQuery.shape).extend({ companyId: id.optional() }),
  response: pageOf(templateGroup.extend({ companyId: id, companyName: z.string() })),
})

export const listOperatorTemplateAccounts = endpoint({
  method: 'GET',
  path: '/api/v1/operator/template-accounts',
  can: 'operator.channels',
  summary: 'Accounts of the companies that the operator looks after',
  response: z.object({ data: z.array(templateAccount.extend({ companyId: id, companyName: z.string() })) }),
})

export const getOperatorTemplate = endpoint({
  method: 'GET',
  path: '/api/v1/operator/templates/:id',
  can: 'operator.channels',
  summary: 'One template of such a company',
  params: idParams,
  response: templateDetail.extend({ companyId: id, companyName: z.string() }),
})

export const syncOperatorTemplates = endpoint({
  method: 'POST',
  path: '/api/v1/operator/template-syncs',
  can: 'operator.channels',
  summary: 'Reads the templates of an account from Meta again',
  body: z.object({ accountId: id }),
  response: z.object({ count: z.number().int() }),
  errors: provider,
})

export const changeOperatorTemplates = endpoint({
  method: 'POST',
  path: '/api/v1/operator/template-changes',
  can: 'operator.channels',
  summary: 'Archives, brings back, deletes, copies or reads anew names of such companies',
  body: templateChange,
  response: bulkOutcome,
  errors: ['conflict', ...provider],
})

export const exportOperatorTemplates = endpoint({
  method: 'POST',
  path: '/api/v1/operator/template-exports',
  can: 'operator.channels',
  summary: 'Templates of such companies as JSON',
  body: z.object({ selection: bulkSelection }),
  response: z.object({ templates: z.array(portableTemplate) }),
  errors: ['conflict'],
})

export const importOperatorTemplates = endpoint({
  method: 'POST',
  path: '/api/v1/operator/template-imports',
  can: 'operator.channels',
  summary: 'Makes drafts of exported templates in an account of such a company',
  ...templateImport,
})
