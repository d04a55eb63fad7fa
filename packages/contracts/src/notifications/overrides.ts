import { z } from 'zod'
import { channelFlags, notificationId, notificationIdParams } from './domain.ts'
import { queryLimit, queryPage, wireObject, wirePage } from './shared.ts'
import { v1 } from './v1.ts'

const tag = 'Workflow overrides'
const base = '/v1/workflow-overrides'

const changes = z.object({ active: z.boolean().optional(), preferenceSettings: channelFlags.optional() })
export type OverrideChanges = z.output<typeof changes>

const newOverride = changes.extend({ workflowId: notificationId, tenantId: notificationId })
export type NewOverride = z.output<typeof newOverride>

const byPair = z.object({ workflowId: notificationId, tenantId: notificationId })
const override = wireObject({
  _id: z.string(),
  _workflowId: z.string(),
  _tenantId: z.string(),
  active: z.boolean(),
  preferenceSettings: channelFlags.required(),
})

export const overrideEndpoints = {
  create: v1({
    method: 'POST',
    path: base,
    auth: 'apiKey',
    tag,
    summary: 'Say what a tenant changes about a workflow',
    body: newOverride,
    response: override,
  }),
  list: v1({
    method: 'GET',
    path: base,
    auth: 'apiKey',
    tag,
    summary: 'List the overrides of tenants, newest first',
    query: z.object({ page: queryPage, limit: queryLimit(10, 100) }),
    response: wirePage(override),
  }),
  getOfPair: v1({
    method: 'GET',
    path: `${base}/workflows/:workflowId/tenants/:tenantId`,
    auth: 'apiKey',
    tag,
    summary: 'Get what a tenant changes about a workflow',
    params: byPair,
    response: override,
  }),
  updateOfPair: v1({
    method: 'PUT',
    path: `${base}/workflows/:workflowId/tenants/:tenantId`,
    auth: 'apiKey',
    tag,
    summary: 'Change what a tenant changes about a workflow',
    params: byPair,
    body: changes,
    response: override,
  }),
  get: v1({
    method: 'GET',
    path: `${base}/:id`,
    auth: 'apiKey',
    tag,
    summary: 'Get an override',
    params: notificationIdParams,
    response: override,
  }),
  update: v1({
    method: 'PUT',
    path: `${base}/:id`,
    auth: 'apiKey',
    tag,
    summary: 'Change an override',
    params: notificationIdParams,
    body: changes,
    response: override,
  }),
  remove: v1({
    method: 'DELETE',
    path: `${base}/:id`,
    auth: 'apiKey',
    tag,
    summary: 'Delete an override',
    params: notificationIdParams,
    response: z.literal(true),
  }),
}
