import * as endpoints from '@recado/contracts/notifications/messages'
import type { FastifyInstance } from 'fastify'
import * as actions from '#server/notifications/inbox/messages/all-channels.ts'
import { v1Route } from '../wire/route.ts'

/** Messages of all channels, for holders of an API key. */
export const messageRoutes = (app: FastifyInstance): void => {
  v1Route(app, endpoints.listMessages, (ctx, { query }) => actions.listMessages(ctx, query))
  v1Route(app, endpoints.deleteMessage, async (ctx, { params }) => {
    await actions.deleteMessage(ctx, params.messageId)
    return { acknowledged: true, status: 'deleted' }
  })
  v1Route(app, endpoints.deleteTransactionMessages, (ctx, { params, query }) =>
    actions.deleteTransactionMessages(ctx, params.transactionId, query.channel),
  )
}
