import * as contract from '@recado/contracts/inbox/conversation-changes'
import * as held from '@recado/contracts/inbox/held-messages'
import type { FastifyInstance } from 'fastify'
import { route } from '#server/http/mount.ts'
import { changeMany } from './actions/bulk.ts'
import { hold } from './actions/hold.ts'
import { holdMacro } from './actions/hold-macro.ts'
import { releaseOwn } from './actions/release.ts'
import { writeSeveral } from './actions/several.ts'
import { readHeld } from './actions/show-held.ts'
import { undoHeld } from './actions/undo.ts'

/** Several changes of a conversation at once, and the same change of several conversations. */
export const chatChangeRoutes = async (app: FastifyInstance): Promise<void> => {
  route(app, contract.runMacro, (ctx, { params, body }) => holdMacro(ctx, params.id, body.macroId, body.clientKey))
  route(app, contract.changeConversations, (ctx, { body }) => changeMany(ctx, body.ids, body.change))
  route(app, contract.writeSeveral, (ctx, { params, body }) => writeSeveral(ctx, params.id, body.items))
  route(app, held.listHeldMessages, async (ctx, { params }) => ({ data: await readHeld(ctx, params.id) }))
  route(app, held.holdMessage, (ctx, { params, body }) => hold(ctx, params.id, body))
  route(app, held.undoHeldMessage, (ctx, { params }) => undoHeld(ctx, params.id, params.heldId))
  route(app, held.releaseHeldMessages, (ctx, { params, body }) => releaseOwn(ctx, params.id, body))
}
