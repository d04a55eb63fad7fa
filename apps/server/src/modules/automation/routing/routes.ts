import * as contract from '@recado/contracts/automation/presence'
import type { FastifyInstance } from 'fastify'
import { route } from '#server/http/mount.ts'
import { setPresence } from './actions/presence.ts'

/** Who gets conversations. */
export const routingRoutes = async (app: FastifyInstance): Promise<void> => {
  route(app, contract.setPresence, async (ctx, { body }) => {
    await setPresence(ctx, body.presence)
    return body
  })
}
