import * as contract from '@recado/contracts/conversation-changes'
import type { FastifyInstance } from 'fastify'
import { route } from '#server/http/mount.ts'
import { changeMany } from './actions/bulk.ts'
import { runMacro } from './actions/macro.ts'
import { writeSeveral } from './actions/several.ts'

/** Several changes of a conversation at once, and the same change of several conversations. */
export const chatChangeRoutes = async (app: FastifyInstance): Promise<void> => {
  route(app, contract.runMacro, (ctx, { params, body }) => runMacro(ctx, params.id, body.macroId, body.clientKey))
  route(app, contract.changeConversations, (ctx, { body }) => changeMany(ctx, body.ids, body.change))
  route(app, contract.writeSeveral, (ctx, { params, body }) => writeSeveral(ctx, params.id, body.items))
}
