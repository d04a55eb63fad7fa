import * as endpoints from '@recado/contracts/notifications/topics'
import type { FastifyInstance } from 'fastify'
import * as actions from '#server/notifications/audience/topics/actions.ts'
import { countTopics, listTopics, type TopicWithMembers } from '#server/notifications/audience/topics/queries.ts'
import type { EnvironmentCtx } from '#server/notifications/shared/context.ts'
import { v1Route } from '../wire/route.ts'

const view = (ctx: EnvironmentCtx, topic: TopicWithMembers) => ({
  _id: topic.id,
  id: topic.id,
  _organizationId: ctx.environment.organizationId,
  _environmentId: ctx.environment.id,
  key: topic.key,
  name: topic.name,
  subscribers: topic.subscribers,
  createdAt: topic.createdAt,
  updatedAt: topic.updatedAt,
})

export const topicRoutes = (app: FastifyInstance): void => {
  v1Route(app, endpoints.createTopic, async (ctx, { body }) => {
    const { id, key } = await actions.createTopic(ctx, body)
    return { _id: id, key }
  })
  v1Route(app, endpoints.listTopics, async (ctx, { query: { page, pageSize, key } }) => {
    const [rows, totalCount] = await Promise.all([
      listTopics(ctx, { key }, page * pageSize, pageSize),
      countTopics(ctx, { key }),
    ])
    return { page, pageSize, totalCount, data: rows.map((row) => view(ctx, row)) }
  })
  v1Route(app, endpoints.getTopic, async (ctx, { params }) => view(ctx, await actions.loadTopic(ctx, params.topicKey)))
  v1Route(app, endpoints.renameTopic, async (ctx, { params, body }) =>
    view(ctx, await actions.renameTopic(ctx, params.topicKey, body.name)),
  )
  v1Route(app, endpoints.deleteTopic, (ctx, { params }) => actions.deleteTopic(ctx, params.topicKey))
  v1Route(app, endpoints.addTopicSubscribers, (ctx, { params, body }) =>
    actions.addTopicSubscribers(ctx, params.topicKey, body.subscribers),
  )
  v1Route(app, endpoints.removeTopicSubscribers, (ctx, { params, body }) =>
    actions.removeTopicSubscribers(ctx, params.topicKey, body.subscribers),
  )
  v1Route(app, endpoints.getTopicSubscriber, async (ctx, { params }) => {
    const { topic, member } = await actions.loadTopicSubscriber(ctx, params.topicKey, params.subscriberId)
    return {
      _organizationId: ctx.environment.organizationId,
      _environmentId: ctx.environment.id,
      _subscriberId: member.id,
      _topicId: topic.id,
      topicKey: topic.key,
      externalSubscriberId: member.subscriberId,
    }
  })
}
