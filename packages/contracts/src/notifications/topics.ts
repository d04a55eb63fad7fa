import { z } from 'zod'
import { queryLimit, queryPage, wireObject, wirePage } from './shared.ts'
import { v1 } from './v1.ts'

const MAX_MEMBERS_A_CALL = 100_000

const topicKey = z.string().min(1, 'key should not be empty').max(500)
const topicName = z.string().min(1, 'name should not be empty').max(500)
const byKey = z.object({ topicKey: z.string() })
const common = { auth: 'apiKey', tag: 'Topics', category: 'configuration' } as const

export const wireTopic = wireObject({
  _id: z.string(),
  _organizationId: z.string(),
  _environmentId: z.string(),
  key: z.string(),
  name: z.string(),
  subscribers: z.array(z.string()),
})

export const createTopic = v1({
  ...common,
  method: 'POST',
  path: '/v1/topics',
  summary: 'Create a topic',
  body: z.object({ key: topicKey, name: topicName }),
  response: wireObject({ _id: z.string(), key: z.string() }),
})

export const listTopics = v1({
  ...common,
  method: 'GET',
  path: '/v1/topics',
  summary: 'List topics',
  query: z.object({
    page: queryPage,
    pageSize: queryLimit(10, 10),
    key: z.string().optional(),
  }),
  response: wirePage(wireTopic).extend({ totalCount: z.number() }),
})

export const getTopic = v1({
  ...common,
  method: 'GET',
  path: '/v1/topics/:topicKey',
  summary: 'Read a topic with the ids of its subscribers',
  params: byKey,
  response: wireTopic,
})

export const renameTopic = v1({
  ...common,
  method: 'PATCH',
  path: '/v1/topics/:topicKey',
  summary: 'Rename a topic',
  params: byKey,
  body: z.object({ name: topicName }),
  response: wireTopic,
})

export const deleteTopic = v1({
  ...common,
  method: 'DELETE',
  path: '/v1/topics/:topicKey',
  summary: 'Delete a topic without subscribers',
  params: byKey,
  response: null,
})

const members = z.object({ subscribers: z.array(z.string()).max(MAX_MEMBERS_A_CALL) })

export const addTopicSubscribers = v1({
  ...common,
  method: 'POST',
  path: '/v1/topics/:topicKey/subscribers',
  summary: 'Add subscribers to a topic, which is created when it is unknown',
  status: 200,
  params: z.object({ topicKey }),
  body: members,
  response: z.object({
    succeeded: z.array(z.string()),
    failed: z.object({ notFound: z.array(z.string()) }).optional(),
  }),
})

export const removeTopicSubscribers = v1({
  ...common,
  method: 'POST',
  path: '/v1/topics/:topicKey/subscribers/removal',
  summary: 'Remove subscribers from a topic',
  params: byKey,
  body: members,
  response: null,
})

export const getTopicSubscriber = v1({
  ...common,
  method: 'GET',
  path: '/v1/topics/:topicKey/subscribers/:subscriberId',
  summary: 'Whether a subscriber belongs to a topic',
  params: byKey.extend({ subscriberId: z.string() }),
  response: wireObject({
    _organizationId: z.string(),
    _environmentId: z.string(),
    _subscriberId: z.string(),
    _topicId: z.string(),
    topicKey: z.string(),
    externalSubscriberId: z.string(),
  }),
})
