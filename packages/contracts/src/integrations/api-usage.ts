import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { id, instant, pageOf, pageQuery } from '../shared.ts'
import { apiKeyModes } from './api-keys.ts'

/** Days for which single calls are kept, and for which they are added up. */
export const apiLogDays = 7
export const apiUsageDays = 90
/** Upper bounds of how long calls take, in milliseconds; one more counts what takes longer. */
export const latencyBounds = [5, 10, 25, 50, 100, 250, 500, 1000, 2500, 5000, 10_000] as const

const figures = z.object({
  calls: z.number().int(),
  /** Answered with a problem, by the caller's fault or ours; those beyond the limit are apart. */
  refused: z.number().int(),
  failed: z.number().int(),
  /** Refused as too many. */
  limited: z.number().int(),
  /** The time within which 95 of 100 were answered, in milliseconds, up to the bound that it falls below; null without calls. */
  p95: z.number().int().nullable(),
})
export type ApiFigures = z.infer<typeof figures>

const usedKey = z.object({ id, name: z.string().nullable(), mode: z.enum(apiKeyModes).nullable() })

export const apiUsage = z.object({
  from: z.iso.date(),
  to: z.iso.date(),
  total: figures,
  days: z.array(figures.extend({ day: z.iso.date() })),
  keys: z.array(figures.extend({ key: usedKey })),
  routes: z.array(figures.extend({ method: z.string(), route: z.string() })),
  statuses: z.array(z.object({ status: z.number().int(), calls: z.number().int() })),
  /** Messages that programs had sent, by what became of them; counted up to 20,000. */
  messages: z.object({
    total: z.number().int(),
    capped: z.boolean(),
    byStatus: z.array(z.object({ status: z.string(), count: z.number().int() })),
  }),
  /** What each key may do in a minute. */
  quota: z.object({ perMinute: z.number().int(), plan: z.string() }),
})
export type ApiUsage = z.infer<typeof apiUsage>

export const getApiUsage = endpoint({
  method: 'GET',
  path: '/api/v1/usage',
  can: 'apis.manage',
  scope: 'usage:read',
  summary: 'Calls of programs by day, key, endpoint and status, the messages they sent, and what each key may do',
  query: z.object({
    /** Days in UTC, both included; the last seven unless given, and 31 at most. */
    from: z.iso.date().optional(),
    to: z.iso.date().optional(),
    keyId: id.optional(),
  }),
  response: apiUsage,
})

export const apiOutcomes = ['done', 'refused', 'limited', 'failed'] as const

export const apiRequest = z.object({
  id,
  at: instant,
  key: usedKey,
  method: z.string(),
  route: z.string(),
  path: z.string(),
  status: z.number().int(),
  /** The code of the problem that was answered. */
  code: z.string().nullable(),
  ms: z.number().int(),
  address: z.string().nullable(),
  /** Of the header `X-Request-Id` of the answer. */
  requestId: z.string(),
})
export type ApiRequest = z.infer<typeof apiRequest>

export const listApiRequests = endpoint({
  method: 'GET',
  path: '/api/v1/api-requests',
  can: 'apis.manage',
  scope: 'usage:read',
  summary: `Calls of programs within the last ${apiLogDays} days, the newest first; what they sent and were given is not kept`,
  query: pageQuery.extend({
    keyId: id.optional(),
    outcome: z.enum(apiOutcomes).optional(),
    /** Part of a path, or the id of a request. */
    search: z.string().trim().min(2).max(100).optional(),
  }),
  response: pageOf(apiRequest),
})
