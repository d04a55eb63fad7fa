import * as contract from '@recado/contracts/inbox/canned-replies'
import type { FastifyInstance } from 'fastify'
import { route } from '#server/http/mount.ts'
import { cannedReplies, fillCannedReply, listCannedReplies } from './actions.ts'

/** Texts that are sent often. */
export const cannedReplyRoutes = async (app: FastifyInstance): Promise<void> => {
  route(app, contract.listCannedReplies, async (ctx, { query }) => ({
    data: await listCannedReplies(ctx, query.search),
  }))
  route(app, contract.createCannedReply, (ctx, { body }) => cannedReplies.create(ctx, body))
  route(app, contract.updateCannedReply, (ctx, { params, body: { version, ...change } }) =>
    cannedReplies.update(ctx, params.id, version, change),
  )
  route(app, contract.deleteCannedReply, (ctx, { params }) => cannedReplies.remove(ctx, params.id))
  route(app, contract.renderCannedReply, (ctx, { params, body }) =>
    fillCannedReply(ctx, params.id, body.conversationId),
  )
}
