import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { filledText, id, idParams, instant, pageOf, pageQuery, version } from '../shared.ts'

/** From the upload to the end; `ready` has been checked and waits for its start. */
export const importStates = [
  'uploaded',
  'mapped',
  'validating',
  'ready',
  'running',
  'completed',
  'completed_with_errors',
  'failed',
  'canceled',
  'reverting',
  'reverted',
] as const
export type ImportState = (typeof importStates)[number]

/** What became of a row. */
export const importActions = ['created', 'updated', 'unchanged', 'skipped', 'failed'] as const
export type ImportAction = (typeof importActions)[number]

export const importFormats = ['csv', 'xlsx', 'vcard', 'pasted'] as const
export type ImportFormat = (typeof importFormats)[number]

/** Largest file in bytes, most rows besides the heading, and most columns. */
export const importLimits = { bytes: 50 * 1024 * 1024, rows: 500_000, columns: 255, preview: 20 } as const

/** Days in which an import can be undone. */
export const importUndoDays = 7

/** What a column can hold besides the fields that the company made up (`attributes.<key>`). */
export const importFields = [
  'name',
  /** A name written as “Last, First”. */
  'name_reversed',
  'first_name',
  'last_name',
  'phone',
  'other_phone',
  'email',
  'external_id',
  'document',
  'birthday',
  'organization',
  'job_title',
  'tags',
  'lifecycle',
  'owner',
  'language',
  'notes',
  'street',
  'city',
  'state',
  'postal_code',
  'country',
  'consent',
  'consent_at',
] as const
export type ImportField = (typeof importFields)[number]

/** Fields that several columns may share. */
export const sharedImportFields: readonly string[] = ['other_phone', 'tags'] satisfies ImportField[]

const column = z
  .union([z.enum(importFields), z.templateLiteral(['attributes.', z.string().regex(/^[a-z][a-z0-9_]{0,39}$/)])])
  .nullable()
export type ImportColumn = z.infer<typeof column>

/** By what a row finds the contact that it is about, strongest first. */
export const importKeys = ['external_id', 'phone', 'email', 'document'] as const
export type ImportKey = (typeof importKeys)[number]

export const importDateOrders = ['dmy', 'mdy', 'ymd'] as const
export const importDecimals = [',', '.'] as const

export const importMapping = z.object({
  /** What each column of the file holds, in their order; null leaves it out. */
  columns: z.array(column).min(1).max(importLimits.columns),
  dateOrder: z.enum(importDateOrders),
  decimal: z.enum(importDecimals),
  /** Phones without a plus sign are of this country, as ISO 3166. */
  country: z.string().regex(/^[A-Z]{2}$/),
  /** Given to every row, besides what it says itself. */
  tags: z.array(filledText(40)).max(20).default([]),
  listId: id.nullable().default(null),
  ownerId: id.nullable().default(null),
  /** The system that external ids are of. */
  externalSource: z.string().trim().max(40).default(''),
})
export type ImportMapping = z.output<typeof importMapping>

/** Where people gave the consent that a file brings. */
export const importConsentSources = ['form', 'paper', 'api', 'agent', 'import'] as const

const consentRule = z.object({
  source: z.enum(importConsentSources),
  /** Which wording they agreed to. */
  textVersion: filledText(200),
  /** When they said so, for rows without a date of their own. Without either, a row brings no consent. */
  at: instant.nullable().default(null),
  /** A yes counts once the person confirms it on WhatsApp, where the company has that set up. */
  confirm: z.boolean().default(false),
})

export const importRules = z.object({
  match: z
    .array(z.enum(importKeys))
    .min(1)
    .max(importKeys.length)
    .default([...importKeys]),
  /** What happens to contacts that are there already: empty fields are filled, all are overwritten, or none changes. */
  onMatch: z.enum(['fill', 'overwrite', 'skip']).default('fill'),
  /** Which of several rows about one person counts; `report`: the first, and the others are errors. */
  onDuplicate: z.enum(['last', 'first', 'report']).default('last'),
  tagSeparator: z.string().min(1).max(3).default(';'),
  /** Null: the file says nothing about consent, and campaigns reach only those who gave it elsewhere. */
  consent: consentRule.nullable().default(null),
})
export type ImportRules = z.output<typeof importRules>

/** Why a row was skipped or failed. Each has a text in both languages, `contacts/imports:problem.<code>`. */
export const importProblems = [
  'phone_invalid',
  'phone_scientific',
  'email_invalid',
  'document_invalid',
  'date_invalid',
  'date_future',
  'number_invalid',
  'boolean_invalid',
  'option_unknown',
  'value_invalid',
  'value_required',
  'text_too_long',
  'owner_unknown',
  'tags_over_limit',
  'language_unknown',
  'country_unknown',
  'no_key',
  'key_taken',
  'duplicate_in_file',
  'already_there',
  'suppressed',
  'blocked',
  'list_gone',
  'stopped',
  'canceled',
  'changed_since',
  'in_use',
] as const
export type ImportProblem = (typeof importProblems)[number]

/** Why an import could not go on. */
export const importFailures = ['list_gone', 'file_gone', 'forbidden', 'tag_limit', 'internal'] as const

const counts = z.object(
  Object.fromEntries(importActions.map((action) => [action, z.number().int()])) as Record<ImportAction, z.ZodInt>,
)
export type ImportCounts = z.infer<typeof counts>

const importHead = z.object({
  id,
  fileName: z.string(),
  format: z.enum(importFormats),
  bytes: z.number().int(),
  state: z.enum(importStates),
  /** Rows besides the heading. */
  rows: z.number().int(),
  /** Rows checked, taken in or taken back so far. */
  progress: z.number().int(),
  /** What would become of the rows, once checked, or what became of them; they add up to `rows` in the end. */
  counts: counts.nullable(),
  /** What came of an undo: contacts removed, restored, and left as they are because they were changed or are in use. */
  reverted: z.object({ deleted: z.number().int(), restored: z.number().int(), kept: z.number().int() }).nullable(),
  error: z.enum(importFailures).nullable(),
  author: z.string().nullable(),
  /** Until when it can be undone. */
  undoUntil: instant.nullable(),
  createdAt: instant,
  startedAt: instant.nullable(),
  finishedAt: instant.nullable(),
})
export type ImportHead = z.infer<typeof importHead>

export const importReason = z.object({
  action: z.enum(importActions),
  code: z.enum(importProblems),
  /** The column it is about: a field of `importFields` or `attributes.<key>`. */
  field: z.string().nullable(),
  count: z.number().int(),
})

/** One import; while it is checked, runs or is undone, `reasons` and `phonesFixed` are empty. */
export const contactImport = importHead.extend({
  /** Sheets of a workbook, and the one that is read. */
  sheets: z.array(z.string()),
  sheet: z.string().nullable(),
  encoding: z.string().nullable(),
  delimiter: z.string().nullable(),
  /** Whether the first row names the columns. */
  header: z.boolean(),
  columns: z.array(z.string()),
  /** What each column seems to hold, and by what it was recognized. */
  suggestions: z.array(z.object({ column, by: z.enum(['heading', 'values']).nullable() })),
  /** The first rows as they stand in the file; empty once the file is no longer kept. */
  preview: z.array(z.array(z.string())),
  /** As saved, or else as suggested. */
  mapping: importMapping,
  rules: importRules,
  /** Phones that are written another way than in the file, such as with the country's code. */
  phonesFixed: z.number().int(),
  reasons: z.array(importReason),
  /** The same file, imported before. */
  sameFile: z.object({ id, createdAt: instant }).nullable(),
  /** Another import of the company runs first. */
  waits: z.boolean(),
  version,
})
export type ContactImport = z.infer<typeof contactImport>

export const listImports = endpoint({
  method: 'GET',
  path: '/api/v1/imports',
  can: 'contacts.import',
  summary: 'Imports of contacts, newest first',
  query: pageQuery,
  response: pageOf(importHead),
})

export const createImport = endpoint({
  method: 'POST',
  path: '/api/v1/imports',
  can: 'contacts.import',
  summary:
    'Reads a file of contacts (CSV, XLSX or vCard, at most 50 MB and 500,000 rows) and suggests what its columns hold',
  notImpersonated: true,
  bodyKind: 'multipart',
  query: z.object({
    /** The file holds rows that were pasted. */
    pasted: z.enum(['yes', 'no']).default('no'),
  }),
  response: contactImport,
  status: 201,
  errors: ['file_type_refused', 'file_too_large', 'storage_quota_exceeded'],
})

export const getImport = endpoint({
  method: 'GET',
  path: '/api/v1/imports/:id',
  can: 'contacts.import',
  summary: 'One import with its columns, its first rows, how far it is and what becomes of its rows',
  params: idParams,
  response: contactImport,
})

export const readImportAgain = endpoint({
  method: 'PUT',
  path: '/api/v1/imports/:id/reading',
  can: 'contacts.import',
  summary: 'Reads the file another way: another sheet, encoding or delimiter, with or without a heading',
  notImpersonated: true,
  params: idParams,
  body: z.object({
    sheet: z.string().max(100).optional(),
    encoding: z.enum(['utf-8', 'utf-16le', 'utf-16be', 'windows-1252']).optional(),
    delimiter: z.enum([',', ';', '\t', '|']).optional(),
    header: z.boolean().optional(),
  }),
  response: contactImport,
  errors: ['state_invalid', 'file_type_refused'],
})

export const saveImportMapping = endpoint({
  method: 'PUT',
  path: '/api/v1/imports/:id/mapping',
  can: 'contacts.import',
  summary: 'Says what the columns hold and by which rules rows are taken in; what is left out is as suggested',
  notImpersonated: true,
  params: idParams,
  body: importMapping.partial().extend({
    rules: importRules.optional(),
    /** The version that was read: a change that someone else saved since is not overwritten. */
    version: version.optional(),
  }),
  response: contactImport,
  errors: ['state_invalid', 'conflict'],
})

export const dryRunImport = endpoint({
  method: 'POST',
  path: '/api/v1/imports/:id/dry-run',
  can: 'contacts.import',
  summary: 'Checks every row and says what would become of it; writes nothing to contacts',
  notImpersonated: true,
  params: idParams,
  response: contactImport,
  status: 202,
  errors: ['state_invalid'],
})

export const startImport = endpoint({
  method: 'POST',
  path: '/api/v1/imports/:id/start',
  can: 'contacts.import',
  summary: 'Imports the rows, in the background; one import of a company after the other',
  notImpersonated: true,
  params: idParams,
  response: contactImport,
  status: 202,
  errors: ['state_invalid'],
})

export const cancelImport = endpoint({
  method: 'POST',
  path: '/api/v1/imports/:id/cancellation',
  can: 'contacts.import',
  summary: 'Stops an import; what was imported until then stays',
  notImpersonated: true,
  params: idParams,
  response: contactImport,
  status: 202,
  errors: ['state_invalid'],
})

export const revertImport = endpoint({
  method: 'POST',
  path: '/api/v1/imports/:id/revert',
  can: 'contacts.import',
  summary:
    'Undoes an import within seven days: removes contacts that it created and restores what was not changed since',
  notImpersonated: true,
  params: idParams,
  response: contactImport,
  status: 202,
  errors: ['state_invalid'],
})

export const listImportRows = endpoint({
  method: 'GET',
  path: '/api/v1/imports/:id/rows',
  can: 'contacts.import',
  summary: 'What becomes of each row, in the order of the file',
  params: idParams,
  query: pageQuery.extend({
    action: z.enum(importActions).optional(),
    /** Only rows that were skipped or failed for this reason. */
    code: z.enum(importProblems).optional(),
    /** Only rows that were skipped or failed because of this field. */
    field: z.string().max(80).optional(),
    /** Only rows whose phone is kept another way than the file writes it. */
    phone: z.enum(['fixed']).optional(),
  }),
  response: pageOf(
    z.object({
      /** From 1, the heading not counted. */
      row: z.number().int(),
      action: z.enum(importActions),
      code: z.enum(importProblems).nullable(),
      field: z.string().nullable(),
      /** Everything that is wrong with the row; it counts by the first, which is `code` and `field`. */
      problems: z.array(z.object({ code: z.enum(importProblems), field: z.string().nullable() })),
      contactId: id.nullable(),
      /** The cells of the row; empty once the file is no longer kept. */
      cells: z.array(z.string()),
      /** The phone as it is kept, where the file writes it another way. */
      phone: z.string().nullable(),
    }),
  ),
})

export const downloadImportRows = endpoint({
  method: 'GET',
  path: '/api/v1/imports/:id/file',
  can: 'contacts.import',
  summary:
    'The rows as a CSV file with what becomes of each, or only those with errors, to be mended and uploaded again',
  notImpersonated: true,
  params: idParams,
  query: z.object({ rows: z.enum(['all', 'errors']).default('all'), language: z.enum(['en', 'pt']).optional() }),
  response: null,
  status: 200,
  errors: ['state_invalid'],
})
