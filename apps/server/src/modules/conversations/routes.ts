import * as contract from '@recado/contracts/conversations'
import type { FastifyInstance } from 'fastify'
import { route } from '#server/http/mount.ts'
import { listConversationPage, readConversationDetail } from './actions/read.ts'
import { listTimeline, readMessages } from './actions/read-messages.ts'
import { countOpen } from './queries/list.ts'

/** Team chat: conversations and their messages. Sending is mounted by its own module. */
export const conversationRoutes = async (app: FastifyInstance): Promise<void> => {
  route(app, contract.listConversations, (ctx, { query }) => listConversationPage(ctx, query))
  route(app, contract.countConversations, (ctx) => countOpen(ctx))
  route(app, contract.getConversation, (ctx, { params }) => readConversationDetail(ctx, params.id))
  route(app, contract.listMessages, (ctx, { params, query }) => listTimeline(ctx, params.id, query))
  route(app, contract.getMessages, async (ctx, { params, query }) => ({
    data: await readMessages(ctx, params.id, query.ids),
  }))
}
