import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { labelColors } from '../inbox/labels.ts'
import { filledText, forceQuery, id, idParams, version } from '../shared.ts'

/** Most tags of a company. */
export const contactTagLimit = 2000

/** A tag as contacts show it. */
export const contactTag = z.object({ id, name: z.string(), color: z.enum(labelColors) })
export type ContactTag = z.infer<typeof contactTag>

export const storedContactTag = contactTag.extend({
  version,
  /** How many contacts have it, those in the bin left out. */
  contacts: z.number().int().optional(),
})
export type StoredContactTag = z.infer<typeof storedContactTag>

const tagBody = z.object({ name: filledText(40), color: z.enum(labelColors) })

export const listContactTags = endpoint({
  method: 'GET',
  path: '/api/v1/tags',
  can: 'contacts.view',
  scope: 'contacts:read',
  summary: 'Tags of contacts, by name; `with=counts` adds how many contacts have each',
  query: z.object({ with: z.literal('counts').optional() }),
  response: z.object({ data: z.array(storedContactTag) }),
})
export const createContactTag = endpoint({
  method: 'POST',
  path: '/api/v1/tags',
  can: 'contacts.edit',
  scope: 'contacts:write',
  summary: 'Adds a tag',
  body: tagBody.extend({ color: tagBody.shape.color.default('gray') }),
  response: storedContactTag,
  status: 201,
  errors: ['duplicate', 'limit_reached'],
})
export const updateContactTag = endpoint({
  method: 'PATCH',
  path: '/api/v1/tags/:id',
  can: 'contacts.edit',
  scope: 'contacts:write',
  summary: 'Changes a tag wherever it is used. `duplicate` when another has the name: see merging',
  params: idParams,
  body: tagBody.partial().extend({ version }),
  response: storedContactTag,
  errors: ['conflict', 'duplicate'],
})
export const mergeContactTags = endpoint({
  method: 'POST',
  path: '/api/v1/tags/:id/merge',
  can: 'contacts.edit',
  summary: 'Gives everyone with this tag another one in its place, and removes this one',
  params: idParams,
  body: z.object({ intoId: id }),
  response: storedContactTag,
})
export const deleteContactTag = endpoint({
  method: 'DELETE',
  path: '/api/v1/tags/:id',
  can: 'contacts.edit',
  scope: 'contacts:write',
  summary: 'Removes a tag from everyone who has it; with `force=yes` although segments or saved views ask for it',
  params: idParams,
  query: forceQuery,
  response: null,
  errors: ['in_use'],
})
