import { z } from 'zod'
import { notificationId } from './domain.ts'
import { wireObject } from './shared.ts'
import { v1 } from './v1.ts'

const tag = 'Environments'

export const wireApiKey = wireObject({ key: z.string(), _userId: z.string(), hash: z.string().optional() })

/** `apiKeys` is filled for the environment that the caller's key belongs to, and only in the list. */
export const wireEnvironment = wireObject({
  _id: z.string(),
  name: z.string(),
  _organizationId: z.string(),
  identifier: z.string(),
  _parentId: z.string().optional(),
  apiKeys: z.array(wireApiKey),
  createdAt: z.string(),
  updatedAt: z.string(),
})
export type WireEnvironment = z.output<typeof wireEnvironment>

const environmentFields = z.object({
  name: z.string().min(1).max(200),
  identifier: z.string().optional(),
  parentId: notificationId.optional(),
})

export const getCurrentEnvironment = v1({
  method: 'GET',
  path: '/v1/environments/me',
  auth: 'apiKey',
  tag,
  summary: 'The environment of the key, without its keys',
  response: wireEnvironment,
})

export const listEnvironments = v1({
  method: 'GET',
  path: '/v1/environments',
  auth: 'apiKey',
  tag,
  summary: 'The environments of the organisation; keys only of the current one',
  response: z.array(wireEnvironment),
})

export const listApiKeys = v1({
  method: 'GET',
  path: '/v1/environments/api-keys',
  auth: 'apiKey',
  tag,
  summary: 'The keys of the environment',
  response: z.array(wireApiKey),
})

export const regenerateApiKeys = v1({
  method: 'POST',
  path: '/v1/environments/api-keys/regenerate',
  auth: 'apiKey',
  tag,
  summary: 'Replace the keys of the environment; the former ones, and subscriber hashes made with them, end at once',
  response: z.array(wireApiKey),
})

export const createEnvironment = v1({
  method: 'POST',
  path: '/v1/environments',
  auth: 'dashboard',
  tag,
  summary: 'Create an environment',
  body: environmentFields,
  response: wireEnvironment,
})

export const updateEnvironment = v1({
  method: 'PUT',
  path: '/v1/environments/:environmentId',
  auth: 'dashboard',
  tag,
  summary: 'Change an environment',
  params: z.object({ environmentId: notificationId }),
  body: environmentFields.partial(),
  response: wireEnvironment,
})

export const getMxStatus = v1({
  method: 'GET',
  path: '/v1/inbound-parse/mx/status',
  auth: 'apiKey',
  tag: 'Inbound mail',
  summary: 'Whether the domains that take in replies have mail servers',
  response: z.object({ mxRecordConfigured: z.boolean() }),
})
