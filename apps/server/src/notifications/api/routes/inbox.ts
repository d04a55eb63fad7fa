import * as endpoints from '@recado/contracts/notifications/inbox'
import type { FastifyInstance } from 'fastify'
import { asSubscriber } from '#server/notifications/audience/subscribers/as-subscriber.ts'
import * as actions from '#server/notifications/inbox/messages/actions.ts'
import { v1Route } from '../wire/route.ts'

/** The inbox of a subscriber, for holders of an API key. */
export const inboxRoutes = (app: FastifyInstance): void => {
  v1Route(app, endpoints.getSubscriberFeed, async (ctx, { params, query }) =>
    actions.listInbox(await asSubscriber(ctx, params.subscriberId), query),
  )
  v1Route(app, endpoints.countSubscriberUnseen, async (ctx, { params, query }) =>
    actions.countMessages(await asSubscriber(ctx, params.subscriberId), { ...query, seen: query.seen ?? false }),
  )
  v1Route(app, endpoints.markSubscriberMessages, async (ctx, { params, body }) =>
    actions.markMessages(await asSubscriber(ctx, params.subscriberId), body.messageId, body.mark),
  )
  v1Route(app, endpoints.markSubscriberMessagesAs, async (ctx, { params, body }) =>
    actions.markMessagesAs(await asSubscriber(ctx, params.subscriberId), body.messageId, body.markAs),
  )
  v1Route(app, endpoints.markAllSubscriberMessages, async (ctx, { params, body }) =>
    actions.markAllMessages(await asSubscriber(ctx, params.subscriberId), body.markAs, body.feedIdentifier),
  )
  v1Route(app, endpoints.actOnSubscriberMessage, async (ctx, { params, body }) =>
    actions.actOnMessage(await asSubscriber(ctx, params.subscriberId), params, body),
  )
}
