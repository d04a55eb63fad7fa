import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { countQuery } from '../shared/lists.ts'
import { id, idParams, instant, pageOf, pageQuery } from '../shared.ts'
import { duplicateReasons } from './contacts.ts'

/** As much of a contact as it takes to see whether two are one person. */
const side = z.object({
  id,
  displayName: z.string(),
  /** Masked without the ability `contacts.pii`, like `email`. */
  phone: z.string().nullable(),
  email: z.string().nullable(),
  organization: z.string().nullable(),
  createdAt: instant,
  lastInboundAt: instant.nullable(),
})

export const duplicatePair = z.object({
  id,
  /** The one that has been there longer first. */
  contacts: z.tuple([side, side]),
  reasons: z.array(z.enum(duplicateReasons)),
  /** From 0 to 1: how likely it is that they are one person. */
  score: z.number(),
  foundAt: instant,
})
export type DuplicatePair = z.infer<typeof duplicatePair>

export const listDuplicatePairs = endpoint({
  method: 'GET',
  path: '/api/v1/duplicates',
  can: 'contacts.view',
  summary: 'Undecided pairs of contacts that may be one person, the likeliest first',
  query: pageQuery.extend(countQuery.shape),
  response: pageOf(duplicatePair),
})

export const dismissDuplicatePair = endpoint({
  method: 'POST',
  path: '/api/v1/duplicates/:id/dismissal',
  can: 'contacts.edit',
  summary: 'Says that they are two people; the pair is not shown again',
  params: idParams,
  response: null,
})

/** Most pairs that are decided about at once. */
export const mostDecisions = 200

export const decideDuplicatePairs = endpoint({
  method: 'POST',
  path: '/api/v1/duplicates/decisions',
  can: 'contacts.edit',
  summary:
    'Says of several pairs that they are two people, or takes that back; answers how many are others than before',
  body: z.object({
    ids: z.array(id).min(1).max(mostDecisions),
    state: z.enum(['dismissed', 'open']),
  }),
  response: z.object({ changed: z.number().int() }),
})

export const searchDuplicates = endpoint({
  method: 'POST',
  path: '/api/v1/duplicates/search',
  can: 'contacts.edit',
  summary: 'Looks for duplicates now, in the background, and not only in the coming night',
  response: null,
})

export const restoreDuplicatePair = endpoint({
  method: 'DELETE',
  path: '/api/v1/duplicates/:id/dismissal',
  can: 'contacts.edit',
  summary: 'Takes back that they are two people',
  params: idParams,
  response: null,
})
