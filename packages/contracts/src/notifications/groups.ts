import { z } from 'zod'
import { notificationIdParams } from './domain.ts'
import { acknowledged, wireObject } from './shared.ts'
import { v1 } from './v1.ts'

const tag = 'Workflow groups'
const base = '/v1/notification-groups'
const fields = z.object({ name: z.string().trim().min(1, 'name should not be empty').max(200) })
const group = wireObject({ _id: z.string(), name: z.string(), _environmentId: z.string(), _organizationId: z.string() })

export const groupEndpoints = {
  create: v1({
    method: 'POST',
    path: base,
    auth: 'apiKey',
    tag,
    summary: 'Create a workflow group',
    body: fields,
    response: group,
  }),
  list: v1({
    method: 'GET',
    path: base,
    auth: 'apiKey',
    tag,
    summary: 'List the workflow groups',
    response: z.array(group),
  }),
  get: v1({
    method: 'GET',
    path: `${base}/:id`,
    auth: 'apiKey',
    tag,
    summary: 'Get a workflow group',
    params: notificationIdParams,
    response: group,
  }),
  update: v1({
    method: 'PATCH',
    path: `${base}/:id`,
    auth: 'apiKey',
    tag,
    summary: 'Rename a workflow group',
    params: notificationIdParams,
    body: fields,
    response: group,
  }),
  remove: v1({
    method: 'DELETE',
    path: `${base}/:id`,
    auth: 'apiKey',
    tag,
    summary: 'Delete a workflow group that no workflow is in',
    params: notificationIdParams,
    response: acknowledged,
  }),
}
