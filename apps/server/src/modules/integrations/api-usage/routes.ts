import * as contract from '@recado/contracts/integrations/api-usage'
import type { FastifyInstance } from 'fastify'
import { route } from '#server/http/mount.ts'
import { readRequests, readUsage } from './actions.ts'

/** What programs do with the API. */
export const apiUsageRoutes = async (app: FastifyInstance): Promise<void> => {
  route(app, contract.getApiUsage, (ctx, { query }) => readUsage(ctx, query))
  route(app, contract.listApiRequests, (ctx, { query }) => readRequests(ctx, query))
}
