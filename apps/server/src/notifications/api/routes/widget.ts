import * as endpoints from '@recado/contracts/notifications/widget'
import type { FastifyInstance } from 'fastify'
import * as messages from '#server/notifications/inbox/messages/actions.ts'
import * as actions from '#server/notifications/inbox/widget/actions.ts'
import { v1Route } from '../wire/route.ts'

/** What the bell of a subscriber calls; everything acts on that subscriber alone. */
export const widgetRoutes = (app: FastifyInstance): void => {
  v1Route(app, endpoints.startWidgetSession, (ctx, { body }, { request }) =>
    actions.startSession(ctx, body, request.ip),
  )
  v1Route(app, endpoints.getWidgetOrganization, (ctx) => actions.showOrganization(ctx))
  v1Route(app, endpoints.logWidgetUsage, (_ctx, { body }) => actions.countUsage(body.name))

  v1Route(app, endpoints.getWidgetFeed, (ctx, { query }) => messages.listInbox(ctx, query))
  v1Route(app, endpoints.countWidgetUnseen, (ctx, { query }) =>
    messages.countMessages(ctx, { ...query, seen: query.seen ?? false }),
  )
  v1Route(app, endpoints.countWidgetUnread, (ctx, { query }) =>
    messages.countMessages(ctx, { ...query, read: query.read ?? false }),
  )
  v1Route(app, endpoints.countWidgetMessages, (ctx, { query }) => {
    const isPlain = query.read === undefined && !query.archived && !query.snoozed
    return messages.countMessages(ctx, isPlain ? { ...query, seen: query.seen ?? false } : query)
  })

  v1Route(app, endpoints.markWidgetMessages, (ctx, { body }) => messages.markMessages(ctx, body.messageId, body.mark))
  v1Route(app, endpoints.markWidgetMessagesAs, (ctx, { body }) =>
    messages.markMessagesAs(ctx, body.messageId, body.markAs),
  )
  v1Route(app, endpoints.markAllWidgetMessagesRead, (ctx, { body }) =>
    messages.markAllMessages(ctx, 'read', body.feedId, body.payload),
  )
  v1Route(app, endpoints.markAllWidgetMessagesSeen, (ctx, { body }) =>
    messages.markAllMessages(ctx, 'seen', body.feedId, body.payload),
  )
  v1Route(app, endpoints.archiveWidgetMessages, (ctx, { body }) =>
    messages.archiveMessages(ctx, body.messageId, body.archived),
  )
  v1Route(app, endpoints.snoozeWidgetMessages, (ctx, { body }) =>
    messages.snoozeMessages(ctx, body.messageId, body.snoozedUntil),
  )
  v1Route(app, endpoints.removeWidgetMessage, (ctx, { params }) => messages.removeMessage(ctx, params.messageId))
  v1Route(app, endpoints.removeAllWidgetMessages, (ctx, { query }) => messages.removeAllMessages(ctx, query.feedId))
  v1Route(app, endpoints.removeWidgetMessages, (ctx, { body }) => messages.removeMessages(ctx, body.messageIds))
  v1Route(app, endpoints.actOnWidgetMessage, (ctx, { params, body }) => messages.actOnMessage(ctx, params, body))
}
