import * as contract from '@recado/contracts/automation/csat'
import type { FastifyInstance } from 'fastify'
import { route } from '#server/http/mount.ts'
import { readOpinion, sumUpOpinions } from './actions.ts'

/** What customers say about how they were served. */
export const csatRoutes = async (app: FastifyInstance): Promise<void> => {
  route(app, contract.getConversationCsat, (ctx, { params }) => readOpinion(ctx, params.id))
  route(app, contract.summariseCsat, (ctx, { query }) => sumUpOpinions(ctx, query))
}
