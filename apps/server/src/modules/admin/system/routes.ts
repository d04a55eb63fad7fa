import { getSystem, listFailedJobs, retryFailedWebhooks, settleFailedJobs } from '@recado/contracts/admin/system'
import type { FastifyInstance } from 'fastify'
import { route } from '#server/http/mount.ts'
import { listFailed, readSystem, retryWebhooks, settleFailed } from './actions.ts'

/** How the platform runs, and what its admins can press when it does not. */
export const systemRoutes = async (app: FastifyInstance): Promise<void> => {
  route(app, getSystem, (ctx) => readSystem(ctx))
  route(app, listFailedJobs, (ctx, { query }) => listFailed(ctx, query))
  route(app, settleFailedJobs, (ctx, { body }) => settleFailed(ctx, body))
  route(app, retryFailedWebhooks, (ctx) => retryWebhooks(ctx))
}
