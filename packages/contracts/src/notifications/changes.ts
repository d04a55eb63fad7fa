import { z } from 'zod'
import { notificationId, notificationIdParams } from './domain.ts'
import { queryFlag, queryLimit, queryPage, wireObject, wirePage } from './shared.ts'
import { v1 } from './v1.ts'

const tag = 'Changes'
const change = wireObject({ _id: z.string(), _entityId: z.string(), type: z.string(), enabled: z.boolean() })

export const changeEndpoints = {
  list: v1({
    method: 'GET',
    path: '/v1/changes',
    auth: 'apiKey',
    tag,
    summary: 'List what was changed in a root environment, and was or was not promoted',
    query: z.object({
      page: queryPage,
      limit: queryLimit(10, 100),
      promoted: queryFlag.refine((flag) => flag !== undefined, 'promoted must be true or false'),
    }),
    response: wirePage(change),
  }),
  count: v1({
    method: 'GET',
    path: '/v1/changes/count',
    auth: 'apiKey',
    tag,
    summary: 'How many changes wait to be promoted',
    response: z.number(),
  }),
  applyMany: v1({
    method: 'POST',
    path: '/v1/changes/bulk/apply',
    auth: 'apiKey',
    tag,
    summary: 'Promote several changes; one list of what was promoted for each',
    body: z.object({ changeIds: z.array(notificationId).min(1).max(100) }),
    cost: 'bulk',
    response: z.array(z.array(change)),
  }),
  apply: v1({
    method: 'POST',
    path: '/v1/changes/:id/apply',
    auth: 'apiKey',
    tag,
    summary: 'Promote a change, with what it needs',
    params: notificationIdParams,
    response: z.array(change),
  }),
}
