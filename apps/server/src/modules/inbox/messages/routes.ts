import * as messages from '@recado/contracts/inbox/messages'
import type { FastifyInstance } from 'fastify'
import { route } from '#server/http/mount.ts'
import { listTimeline, readMessages } from './actions/read.ts'
import { retryMedia } from './actions/retry-media.ts'

/** The timeline of a conversation. */
export const messageRoutes = async (app: FastifyInstance): Promise<void> => {
  route(app, messages.listMessages, (ctx, { params, query }) => listTimeline(ctx, params.id, query))
  route(app, messages.getMessages, async (ctx, { params, query }) => ({
    data: await readMessages(ctx, params.id, query.ids),
  }))
  route(app, messages.retryMedia, async (ctx, { params }) => {
    await retryMedia(ctx, params.id, params.messageId)
    return undefined
  })
}
