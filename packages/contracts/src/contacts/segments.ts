import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { fieldError } from '../errors.ts'
import { filterTree } from '../shared/filter.ts'
import { filledText, forceQuery, id, idParams, instant, person, version } from '../shared.ts'

/** Most segments of a company. */
export const segmentLimit = 500
/** Longest time in which people are counted one by one, in milliseconds; after it the number is an estimate. */
export const countTimeout = 2000

/** How many contacts a filter leaves; `exact` is false for an estimate, and `count` null where there was no time for one. */
export const contactCount = z.object({ count: z.number().int().nullable(), exact: z.boolean() })
export type ContactCount = z.infer<typeof contactCount>

/** How many contacts show whom a filter leaves. */
export const sampleSize = 10

/** What can name a segment. */
const segmentUsers = ['view', 'campaign', 'automation'] as const

const segmentFields = z.object({
  name: filledText(80),
  filter: filterTree,
  /** Whether all of the company see it; otherwise it is its author's alone. */
  shared: z.boolean(),
})

export const segment = segmentFields.extend({
  id,
  name: z.string(),
  authorId: id.nullable(),
  /** Who put it together; null when they have left. */
  author: person.nullable(),
  /** How many it had when it was last counted. */
  count: z.number().int().nullable(),
  countedAt: instant.nullable(),
  /** Conditions that name what was deleted: the segment is empty until they are changed. */
  problems: z.array(fieldError),
  /** What the reader sees of all that names it. */
  usedBy: z.array(z.object({ by: z.enum(segmentUsers), id, name: z.string() })),
  /** Whether the reader may change it. */
  editable: z.boolean(),
  version,
  updatedAt: instant,
})
export type Segment = z.infer<typeof segment>

export const listSegments = endpoint({
  method: 'GET',
  path: '/api/v1/segments',
  can: 'contacts.view',
  scope: 'contacts:read',
  summary: 'Segments that I see, by name: those of the company and my own',
  response: z.object({ data: z.array(segment) }),
})
export const createSegment = endpoint({
  method: 'POST',
  path: '/api/v1/segments',
  can: 'contacts.edit',
  summary: 'Adds a segment; those for others need settings.share',
  body: segmentFields.extend({ shared: segmentFields.shape.shared.default(false) }),
  response: segment,
  status: 201,
  errors: ['limit_reached'],
})
export const updateSegment = endpoint({
  method: 'PATCH',
  path: '/api/v1/segments/:id',
  can: 'contacts.edit',
  summary: 'Changes a segment; `version` is the one that was read',
  params: idParams,
  body: segmentFields.partial().extend({ version }),
  response: segment,
  errors: ['conflict'],
})
export const deleteSegment = endpoint({
  method: 'DELETE',
  path: '/api/v1/segments/:id',
  can: 'contacts.edit',
  summary: 'Removes a segment, whose contacts stay; with `force=yes` although saved views ask for it',
  params: idParams,
  query: forceQuery,
  response: null,
  errors: ['in_use'],
})
export const countSegment = endpoint({
  method: 'POST',
  path: '/api/v1/segments/:id/count',
  can: 'contacts.view',
  summary: 'Counts the contacts of a segment again',
  params: idParams,
  response: contactCount,
})
export const previewSegment = endpoint({
  method: 'POST',
  path: '/api/v1/segments/preview',
  can: 'contacts.view',
  summary: 'How many contacts a filter leaves and some of them, before anything is stored',
  body: z.object({ filter: filterTree }),
  response: contactCount.extend({
    /** Any of them, at most ten; none where there was no time to find them. */
    sample: z.array(z.object({ id, displayName: z.string(), phone: z.string().nullable() })),
  }),
})

export const listSegmentsOfContact = endpoint({
  method: 'GET',
  path: '/api/v1/contacts/:id/segments',
  can: 'contacts.view',
  scope: 'contacts:read',
  summary: 'Segments that I see and a contact belongs to at the moment, by name',
  params: idParams,
  response: z.object({ data: z.array(z.object({ id, name: z.string(), shared: z.boolean() })) }),
  errors: ['filter_too_slow'],
})
