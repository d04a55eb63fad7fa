import {
  getChecklist,
  getDashboardAttention,
  getDashboardHealth,
  getDashboardHeat,
  getDashboardSeries,
  getDashboardSpend,
  getDashboardSummary,
  getPlatformDashboard,
  getSupportDashboard,
  listDashboardPeople,
} from '@recado/contracts/admin/dashboard'
import type { FastifyInstance } from 'fastify'
import { route } from '#server/http/mount.ts'
import { listPeople, readChecklist, readHeat, readSeries, readSpend, summarise } from './actions.ts'
import { readAttention } from './queries/attention.ts'
import { readHealth } from './queries/health.ts'
import { readPlatform, readSupport } from './queries/platform.ts'

const DAY_MS = 86_400_000

/** Figures of the current company, and those of the platform for the people who run it. */
export const dashboardRoutes = async (app: FastifyInstance): Promise<void> => {
  route(app, getDashboardSummary, (ctx, { query }) => summarise(ctx, query))
  route(app, getDashboardSeries, (ctx, { query }) => readSeries(ctx, query))
  route(app, getDashboardHeat, (ctx, { query }) => readHeat(ctx, query))
  route(app, getDashboardSpend, (ctx, { query }) => readSpend(ctx, query))
  route(app, listDashboardPeople, (ctx, { query }) => listPeople(ctx, query))
  route(app, getDashboardAttention, (ctx) => readAttention(ctx))
  route(app, getDashboardHealth, (ctx) => readHealth(ctx))
  route(app, getSupportDashboard, (ctx) => readSupport(ctx))
  route(app, getPlatformDashboard, (ctx, { query: { since } }) =>
    readPlatform(ctx, since ? new Date(since) : new Date(ctx.now().getTime() - DAY_MS)),
  )
  route(app, getChecklist, (ctx) => readChecklist(ctx))
}
