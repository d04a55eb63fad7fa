import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { filledText, forceQuery, id, idParams, version } from '../shared.ts'
import { refusePattern } from './attribute-pattern.ts'

export const attributeTypes = [
  'text',
  'number',
  'money',
  'date',
  'datetime',
  'boolean',
  'select',
  'multi_select',
  'url',
  'phone',
  'email',
  'text_list',
  /** Written by the API only. */
  'json',
] as const

export const attributeLimit = 100

/** Types of which each contact may have another value, and whose values a pattern may be asked of. */
const uniqueTypes: ReadonlySet<string> = new Set(['text', 'number', 'url', 'phone', 'email'])
const patternTypes: ReadonlySet<string> = new Set(['text', 'text_list'])
export const canBeUnique = (type: string): boolean => uniqueTypes.has(type)
export const canHavePattern = (type: string): boolean => patternTypes.has(type)

const attributeFields = z.object({
  key: z.string().regex(/^[a-z][a-z0-9_]{0,39}$/),
  label: z.object({ en: filledText(60), pt: filledText(60) }),
  type: z.enum(attributeTypes),
  options: z.array(filledText(60)).max(100),
  required: z.boolean(),
  sensitive: z.boolean(),
  /** No two contacts have the same value. */
  unique: z.boolean(),
  /** Contacts are found by it. */
  searchable: z.boolean(),
  /** A regular expression that texts match as a whole; empty for any text. */
  pattern: z.string().max(200),
  /** What new contacts get where nothing is said; null for nothing. */
  default: z.union([z.string().max(1000), z.number(), z.boolean(), z.array(z.string().max(1000)).max(100)]).nullable(),
  position: z.number().int().min(0).max(1000),
})

const patternMessages = {
  pattern: 'Not a regular expression, or one that may take too long',
  pattern_repeats: 'Two parts in a row repeat the same characters without limit',
} as const

/** Stored patterns are read as they are, whatever is asked of new ones by now. */
const newPattern = attributeFields.shape.pattern.superRefine((text, refine) => {
  const code = text === '' ? null : refusePattern(text)
  if (code) refine.addIssue({ code: 'custom', message: patternMessages[code], params: { code } })
})

const attributeBody = attributeFields.extend({
  options: attributeFields.shape.options.default([]),
  required: attributeFields.shape.required.default(false),
  sensitive: attributeFields.shape.sensitive.default(false),
  unique: attributeFields.shape.unique.default(false),
  searchable: attributeFields.shape.searchable.default(false),
  pattern: newPattern.default(''),
  default: attributeFields.shape.default.default(null),
  /** Absent: after all others. */
  position: attributeFields.shape.position.optional(),
})

export const contactAttribute = attributeFields.extend({ id, version })
export type ContactAttribute = z.infer<typeof contactAttribute>
/** What a value is checked against. */
export type AttributeDefinition = Pick<ContactAttribute, 'type'> & { options: readonly string[]; pattern: string }

export const listContactAttributes = endpoint({
  method: 'GET',
  path: '/api/v1/contact-attributes',
  can: 'company.view',
  scope: 'contacts:read',
  summary: 'Fields of contacts that the company made up, in their order',
  response: z.object({ data: z.array(contactAttribute) }),
})
export const createContactAttribute = endpoint({
  method: 'POST',
  path: '/api/v1/contact-attributes',
  can: 'company.manage',
  summary: 'Adds a field for contacts; its key and type cannot be changed later',
  body: attributeBody,
  response: contactAttribute,
  status: 201,
  errors: ['duplicate', 'limit_reached'],
})
export const updateContactAttribute = endpoint({
  method: 'PATCH',
  path: '/api/v1/contact-attributes/:id',
  can: 'company.manage',
  summary: 'Changes a field of contacts; `version` is the one that was read',
  params: idParams,
  body: attributeFields.omit({ key: true, type: true }).extend({ pattern: newPattern }).partial().extend({ version }),
  response: contactAttribute,
  errors: ['conflict'],
})
export const deleteContactAttribute = endpoint({
  method: 'DELETE',
  path: '/api/v1/contact-attributes/:id',
  can: 'company.manage',
  summary: 'Removes a field with its values; with `force=yes` although segments or saved views ask for it',
  params: idParams,
  query: forceQuery,
  response: null,
  errors: ['in_use'],
})
