import * as contract from '@recado/contracts/inbox/macros'
import type { FastifyInstance } from 'fastify'
import { route } from '#server/http/mount.ts'
import { listMacros, macros } from './actions.ts'

/** Several changes of a conversation done at once. */
export const macroRoutes = async (app: FastifyInstance): Promise<void> => {
  route(app, contract.listMacros, async (ctx) => ({ data: await listMacros(ctx) }))
  route(app, contract.createMacro, (ctx, { body }) => macros.create(ctx, body))
  route(app, contract.updateMacro, (ctx, { params, body: { version, ...change } }) =>
    macros.update(ctx, params.id, version, change),
  )
  route(app, contract.deleteMacro, (ctx, { params }) => macros.remove(ctx, params.id))
}
