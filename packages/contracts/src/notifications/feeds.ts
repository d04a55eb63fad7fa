import { z } from 'zod'
import { notificationIdParams } from './domain.ts'
import { wireObject } from './shared.ts'
import { v1 } from './v1.ts'

const tag = 'Feeds'
const feed = wireObject({ _id: z.string(), name: z.string(), identifier: z.string() })

export const feedEndpoints = {
  create: v1({
    method: 'POST',
    path: '/v1/feeds',
    auth: 'apiKey',
    tag,
    summary: 'Create a feed; its name is its identifier',
    body: z.object({ name: z.string().trim().min(1, 'name should not be empty').max(200) }),
    response: feed,
  }),
  list: v1({
    method: 'GET',
    path: '/v1/feeds',
    auth: 'apiKey',
    tag,
    summary: 'List the feeds',
    response: z.array(feed),
  }),
  remove: v1({
    method: 'DELETE',
    path: '/v1/feeds/:id',
    auth: 'apiKey',
    tag,
    summary: 'Delete a feed; answers those that are left',
    params: notificationIdParams,
    response: z.array(feed),
  }),
}
