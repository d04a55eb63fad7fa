import { getChecklist, getDashboardSeries, getDashboardSummary } from '@recado/contracts/dashboard'
import type { FastifyInstance } from 'fastify'
import { route } from '#server/http/mount.ts'
import { messagesByDay, readChecklist, summarise } from './actions.ts'

/** Figures of the current company. */
export const dashboardRoutes = async (app: FastifyInstance): Promise<void> => {
  route(app, getDashboardSummary, (ctx, { query }) => summarise(ctx, query.days))
  route(app, getDashboardSeries, (ctx, { query }) => messagesByDay(ctx, query.days))
  route(app, getChecklist, (ctx) => readChecklist(ctx))
}
