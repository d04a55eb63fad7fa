import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { filledText, id, idParams, version } from '../shared.ts'

/** Colors of labels and tags; the names of the palette, so that both schemes have one with enough contrast. */
export const labelColors = [
  'gray',
  'red',
  'pink',
  'grape',
  'violet',
  'indigo',
  'blue',
  'cyan',
  'teal',
  'green',
  'lime',
  'yellow',
  'orange',
] as const

export const labelLimit = 200

export const label = z.object({ id, name: z.string(), color: z.enum(labelColors) })
export type Label = z.infer<typeof label>

/** A label as those who change it read it. */
export const storedLabel = label.extend({ version })
export type StoredLabel = z.infer<typeof storedLabel>

const labelBody = z.object({ name: filledText(40), color: z.enum(labelColors) })

export const listLabels = endpoint({
  method: 'GET',
  path: '/api/v1/labels',
  can: 'company.view',
  scope: 'conversations:read',
  summary: 'Labels for conversations, by name; `with=counts` adds how many open conversations have each',
  query: z.object({ with: z.literal('counts').optional() }),
  response: z.object({ data: z.array(storedLabel.extend({ conversations: z.number().int().optional() })) }),
})
export const createLabel = endpoint({
  method: 'POST',
  path: '/api/v1/labels',
  can: 'company.manage',
  summary: 'Adds a label',
  body: labelBody,
  response: storedLabel,
  status: 201,
  errors: ['duplicate', 'limit_reached'],
})
export const updateLabel = endpoint({
  method: 'PATCH',
  path: '/api/v1/labels/:id',
  can: 'company.manage',
  summary: 'Changes a label wherever it is used; `version` is the one that was read',
  params: idParams,
  body: labelBody.partial().extend({ version }),
  response: storedLabel,
  errors: ['conflict', 'duplicate'],
})
export const deleteLabel = endpoint({
  method: 'DELETE',
  path: '/api/v1/labels/:id',
  can: 'company.manage',
  summary: 'Removes a label, also from its conversations',
  params: idParams,
  response: null,
})
