import { z } from 'zod'
import { jsonObject } from '../shared.ts'
import { queryLimit, queryPage, wireObject, wirePage } from './shared.ts'
import { customData } from './subscribers.ts'
import { v1 } from './v1.ts'

const identifier = z.string().min(1, 'identifier should not be empty').max(500)
const name = z.string().min(1, 'name should not be empty').max(500)
const byIdentifier = z.object({ identifier: z.string() })
const common = { auth: 'apiKey', tag: 'Tenants', category: 'configuration' } as const

export const wireTenant = wireObject({
  _id: z.string(),
  identifier: z.string(),
  name: z.string().optional(),
  data: jsonObject.optional(),
  _environmentId: z.string(),
  createdAt: z.string(),
  updatedAt: z.string(),
})

export const createTenant = v1({
  ...common,
  method: 'POST',
  path: '/v1/tenants',
  summary: 'Create a tenant',
  body: z.object({ identifier, name, data: customData.nullish() }),
  response: wireTenant,
})

export const listTenants = v1({
  ...common,
  method: 'GET',
  path: '/v1/tenants',
  summary: 'List tenants',
  query: z.object({ page: queryPage, limit: queryLimit(10, 100) }),
  response: wirePage(wireTenant).extend({ hasMore: z.boolean() }),
})

export const getTenant = v1({
  ...common,
  method: 'GET',
  path: '/v1/tenants/:identifier',
  summary: 'Read a tenant',
  params: byIdentifier,
  response: wireTenant,
})

export const updateTenant = v1({
  ...common,
  method: 'PATCH',
  path: '/v1/tenants/:identifier',
  summary: 'Change the given fields of a tenant',
  params: byIdentifier,
  body: z.object({ identifier: identifier.optional(), name: name.optional(), data: customData.nullish() }),
  response: wireTenant,
})

export const deleteTenant = v1({
  ...common,
  method: 'DELETE',
  path: '/v1/tenants/:identifier',
  summary: 'Delete a tenant and what it changes about workflows',
  params: byIdentifier,
  response: null,
})
