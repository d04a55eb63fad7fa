import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { filledText, forceQuery, id, idParams, version } from '../shared.ts'

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
] as const

export const attributeLimit = 100

const attributeFields = z.object({
  key: z.string().regex(/^[a-z][a-z0-9_]{0,39}$/),
  label: z.object({ en: filledText(60), pt: filledText(60) }),
  type: z.enum(attributeTypes),
  options: z.array(filledText(60)).max(100),
  required: z.boolean(),
  sensitive: z.boolean(),
  position: z.number().int().min(0).max(1000),
})

const attributeBody = attributeFields.extend({
  options: attributeFields.shape.options.default([]),
  required: attributeFields.shape.required.default(false),
  sensitive: attributeFields.shape.sensitive.default(false),
  /** Absent: after all others. */
  position: attributeFields.shape.position.optional(),
})

export const contactAttribute = attributeFields.extend({ id, version })
export type ContactAttribute = z.infer<typeof contactAttribute>

export const listContactAttributes = endpoint({
  method: 'GET',
  path: '/api/v1/contact-attributes',
  can: 'company.view',
  summary: 'Fields of contacts that the company made up, in their order',
  response: z.object({ data: z.array(contactAttribute) }),
})
export const createContactAttribute = endpoint({
  method: 'POST',
  path: '/api/v1/contact-attributes',
  can: 'company.manage',
  summary: 'Adds a field for contacts; key and type stay for good',
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
  body: attributeFields.omit({ key: true, type: true }).partial().extend({ version }),
  response: contactAttribute,
  errors: ['conflict'],
})
export const deleteContactAttribute = endpoint({
  method: 'DELETE',
  path: '/api/v1/contact-attributes/:id',
  can: 'company.manage',
  summary: 'Removes a field with its values; with `force=yes` although segments ask for it',
  params: idParams,
  query: forceQuery,
  response: null,
  errors: ['in_use'],
})
