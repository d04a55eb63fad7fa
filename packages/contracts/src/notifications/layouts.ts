import { z } from 'zod'
import { notificationIdParams, templateVariable } from './domain.ts'
import { queryLimit, queryPage, wireObject, wirePage } from './shared.ts'
import { v1 } from './v1.ts'

const tag = 'Layouts'
const base = '/v1/layouts'

const fields = {
  name: z.string().trim().min(1, 'name should not be empty').max(200),
  identifier: z.string().trim().min(1, 'identifier should not be empty').max(200),
  description: z.string().max(1000).nullish(),
  content: z
    .string()
    .max(1_000_000)
    .regex(/\{\{\{\s*body\s*\}\}\}/, 'content must contain {{{body}}}'),
  variables: z.array(templateVariable).max(200).nullish(),
  isDefault: z.boolean().nullish(),
}
const newLayout = z.object(fields)
export type NewLayout = z.output<typeof newLayout>

const layoutChanges = z
  .object(fields)
  .partial()
  .refine((changes) => Object.values(changes).some((value) => value !== undefined), 'at least one field must be given')
export type LayoutChanges = z.output<typeof layoutChanges>

const sortFields = ['createdAt', 'updatedAt', 'name', 'identifier'] as const

const layoutQuery = z.object({
  page: queryPage,
  pageSize: queryLimit(10, 1000),
  sortBy: z.enum(sortFields).default('createdAt'),
  orderBy: z.enum(['1', '-1']).default('-1'),
  /** The published SDK asks for one layout in this way. */
  layoutId: z.string().max(200).optional(),
})
export type LayoutQuery = z.output<typeof layoutQuery>

const layout = wireObject({
  _id: z.string(),
  name: z.string(),
  identifier: z.string(),
  channel: z.literal('email'),
  content: z.string(),
  variables: z.array(templateVariable),
  isDefault: z.boolean(),
})

export const layoutEndpoints = {
  create: v1({
    method: 'POST',
    path: base,
    auth: 'apiKey',
    tag,
    summary: 'Create a layout; the first one is the default',
    body: newLayout,
    large: true,
    response: z.object({ _id: z.string() }),
  }),
  list: v1({
    method: 'GET',
    path: base,
    auth: 'apiKey',
    tag,
    summary: 'List layouts, newest first',
    query: layoutQuery,
    response: z.union([wirePage(layout), layout]),
  }),
  get: v1({
    method: 'GET',
    path: `${base}/:id`,
    auth: 'apiKey',
    tag,
    summary: 'Get a layout',
    params: notificationIdParams,
    response: layout,
  }),
  update: v1({
    method: 'PATCH',
    path: `${base}/:id`,
    auth: 'apiKey',
    tag,
    summary: 'Change a layout',
    params: notificationIdParams,
    body: layoutChanges,
    large: true,
    response: layout,
  }),
  makeDefault: v1({
    method: 'POST',
    path: `${base}/:id/default`,
    auth: 'apiKey',
    tag,
    summary: 'Make a layout the default',
    params: notificationIdParams,
    response: null,
  }),
  remove: v1({
    method: 'DELETE',
    path: `${base}/:id`,
    auth: 'apiKey',
    tag,
    summary: 'Delete a layout that is neither the default nor used by a workflow',
    params: notificationIdParams,
    response: null,
  }),
}
