import * as contract from '@recado/contracts/inbox/scheduled-messages'
import type { FastifyInstance } from 'fastify'
import { route } from '#server/http/mount.ts'
import { cancel, listScheduled, reschedule, schedule } from './actions.ts'

/** Messages that are written now and sent later. */
export const scheduledRoutes = async (app: FastifyInstance): Promise<void> => {
  route(app, contract.listScheduledMessages, async (ctx, { params }) => ({ data: await listScheduled(ctx, params.id) }))
  route(app, contract.scheduleMessage, (ctx, { params, body }) => schedule(ctx, params.id, body))
  route(app, contract.updateScheduledMessage, (ctx, { params, body }) =>
    reschedule(ctx, params.id, params.scheduledId, body),
  )
  route(app, contract.cancelScheduledMessage, async (ctx, { params }) => {
    await cancel(ctx, params.id, params.scheduledId)
    return undefined
  })
}
