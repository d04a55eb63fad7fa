import { z } from 'zod'
import { filledText, jsonObject } from '../shared.ts'
import { channelFlags, notificationId, notificationIdParams, step } from './domain.ts'
import { queryLimit, queryPage, wireObject, wirePage } from './shared.ts'
import { v1 } from './v1.ts'

const MAX_STEPS = 50
const MAX_TAGS = 50

const fields = {
  name: z.string().trim().min(1, 'name should not be empty').max(200),
  notificationGroupId: notificationId,
  steps: z.array(step).max(MAX_STEPS, `steps must contain no more than ${MAX_STEPS} elements`),
  tags: z.array(filledText(100)).max(MAX_TAGS).nullish(),
  active: z.boolean().nullish(),
  critical: z.boolean().nullish(),
  preferenceSettings: channelFlags.nullish(),
  data: jsonObject.nullish(),
}

const newWorkflow = z.object({
  ...fields,
  description: z.string().max(1000).nullish(),
  draft: z.boolean().nullish(),
  blueprintId: z.string().max(100).nullish(),
})
export type NewWorkflow = z.output<typeof newWorkflow>

/** Only what is given changes. */
const workflowChanges = z.object({ ...fields, description: z.string().max(300).nullish() }).partial()
export type WorkflowChanges = z.output<typeof workflowChanges>

const named = z.object({ name: z.string(), type: z.string().optional() })

/** A workflow as the wire shows it; the wire also calls it a notification template. */
const wireWorkflow = wireObject({
  _id: z.string(),
  name: z.string(),
  active: z.boolean(),
  draft: z.boolean(),
  critical: z.boolean(),
  tags: z.array(z.string()),
  preferenceSettings: channelFlags.required(),
  steps: z.array(wireObject({ _id: z.string(), uuid: z.string(), _templateId: z.string() })),
  triggers: z.array(
    z.object({
      type: z.literal('event'),
      identifier: z.string(),
      variables: z.array(named),
      subscriberVariables: z.array(named),
      reservedVariables: z.array(z.object({ type: z.string(), variables: z.array(named) })),
    }),
  ),
  _notificationGroupId: z.string(),
  workflowIntegrationStatus: wireObject({ hasActiveIntegrations: z.boolean() }).optional(),
})

/** Calls that exist under both names of the resource. */
const endpointsOf = (base: '/v1/notification-templates' | '/v1/workflows', tag: string) => ({
  list: v1({
    method: 'GET',
    path: base,
    auth: 'apiKey',
    tag,
    summary: 'List workflows, newest first',
    query: z.object({ page: queryPage, limit: queryLimit(10, 100), query: z.string().max(200).optional() }),
    response: wirePage(wireWorkflow),
  }),
  variables: v1({
    method: 'GET',
    path: `${base}/variables`,
    auth: 'apiKey',
    tag,
    summary: 'The variables that templates know besides those of the payload',
    response: z.object({ translations: jsonObject, system: jsonObject }),
  }),
  get: v1({
    method: 'GET',
    path: `${base}/:idOrIdentifier`,
    auth: 'apiKey',
    tag,
    summary: 'Get a workflow by its id or trigger identifier',
    params: z.object({ idOrIdentifier: z.string().min(1).max(300) }),
    response: wireWorkflow,
  }),
  create: v1({
    method: 'POST',
    path: base,
    auth: 'apiKey',
    tag,
    summary: 'Create a workflow',
    body: newWorkflow,
    large: true,
    response: wireWorkflow,
  }),
  update: v1({
    method: 'PUT',
    path: `${base}/:id`,
    auth: 'apiKey',
    tag,
    summary: 'Change a workflow',
    params: notificationIdParams,
    body: workflowChanges,
    large: true,
    response: wireWorkflow,
  }),
  setStatus: v1({
    method: 'PUT',
    path: `${base}/:id/status`,
    auth: 'apiKey',
    tag,
    summary: 'Switch a workflow on or off',
    params: notificationIdParams,
    body: z.object({ active: z.boolean() }),
    response: wireWorkflow,
  }),
  remove: v1({
    method: 'DELETE',
    path: `${base}/:id`,
    auth: 'apiKey',
    tag,
    summary: 'Delete a workflow',
    params: notificationIdParams,
    response: z.literal(true),
  }),
})

export const workflowEndpoints = [
  endpointsOf('/v1/workflows', 'Workflows'),
  endpointsOf('/v1/notification-templates', 'Workflows (older name)'),
] as const
