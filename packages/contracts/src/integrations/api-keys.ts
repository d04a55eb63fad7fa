import { z } from 'zod'
import { apiScopes } from '../api-scopes.ts'
import { network } from '../companies/company-rules.ts'
import { endpoint } from '../endpoint.ts'
import { filledText, id, idParams, instant, person, version } from '../shared.ts'

/** Most keys of a company that are not revoked. */
export const apiKeyLimit = 100
/** Most hours for which a secret goes on working beside the one that replaced it. */
export const rotationHours = 72

/** `test` keys work in a sandbox of the company: nothing of it reaches people, and nothing of theirs is changed. */
export const apiKeyModes = ['live', 'test'] as const
export type ApiKeyMode = (typeof apiKeyModes)[number]

/** What every secret begins with, by which scanners of leaked secrets know it. */
export const apiKeyPrefixes = { live: 'rk_live_', test: 'rk_test_' } as const satisfies Record<ApiKeyMode, string>

export const apiKeyStates = ['active', 'expired', 'revoked'] as const

export const apiKey = z.object({
  id,
  name: z.string(),
  mode: z.enum(apiKeyModes),
  /** The first characters of the secret, by which people tell keys apart. */
  prefix: z.string(),
  scopes: z.array(z.enum(apiScopes)),
  /** Addresses and networks from which it may be used; empty for any. */
  addresses: z.array(z.string()),
  state: z.enum(apiKeyStates),
  expiresAt: instant.nullable(),
  /** Until when the secret before the present one still works; null when it does not. */
  previousUntil: instant.nullable(),
  lastUsedAt: instant.nullable(),
  lastAddress: z.string().nullable(),
  createdBy: person.nullable(),
  createdAt: instant,
  version,
})
export type ApiKey = z.infer<typeof apiKey>

/** A key with its secret, which is shown this once. */
const apiKeyWithSecret = apiKey.extend({ secret: z.string() })
export type ApiKeyWithSecret = z.infer<typeof apiKeyWithSecret>

const keyBody = z.object({
  name: filledText(60),
  scopes: z.array(z.enum(apiScopes)).min(1).max(apiScopes.length),
  addresses: z.array(network).max(50),
})

export const listApiKeys = endpoint({
  method: 'GET',
  path: '/api/v1/api-keys',
  can: 'apis.manage',
  summary: 'API keys, the newest first; those that were revoked stay for 90 days',
  response: z.object({ data: z.array(apiKey) }),
})
export const createApiKey = endpoint({
  method: 'POST',
  path: '/api/v1/api-keys',
  can: 'apis.manage',
  summary: 'Adds an API key. The answer shows its secret, which is stored only as a hash',
  body: keyBody.extend({
    mode: z.enum(apiKeyModes).default('live'),
    addresses: keyBody.shape.addresses.default([]),
    /** In how many days it ends; null for never. */
    expiresInDays: z.number().int().min(1).max(3650).nullable(),
  }),
  response: apiKeyWithSecret,
  status: 201,
  errors: ['limit_reached', 'scope_not_held'],
})
export const updateApiKey = endpoint({
  method: 'PATCH',
  path: '/api/v1/api-keys/:id',
  can: 'apis.manage',
  summary: 'Changes name, scopes or addresses of a key',
  params: idParams,
  body: keyBody.partial().extend({ version }),
  response: apiKey,
  errors: ['conflict', 'state_invalid', 'scope_not_held'],
})
export const rotateApiKey = endpoint({
  method: 'POST',
  path: '/api/v1/api-keys/:id/rotations',
  can: 'apis.manage',
  summary: 'Gives a key another secret; the one before works for so many hours more',
  params: idParams,
  body: z.object({ overlapHours: z.number().int().min(0).max(rotationHours), version }),
  response: apiKeyWithSecret,
  errors: ['conflict', 'state_invalid', 'scope_not_held'],
})
export const revokeApiKey = endpoint({
  method: 'POST',
  path: '/api/v1/api-keys/:id/revocation',
  can: 'apis.manage',
  summary: 'Ends a key at once and for good',
  params: idParams,
  response: apiKey,
})
