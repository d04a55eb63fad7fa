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
} from '@recado/contracts/admin/dashboard'
import type { FastifyInstance } from 'fastify'
import { route } from '#server/http/mount.ts'
import { readChecklist, readHeat, readSeries, readSpend, summarise } from './actions.ts'
import { readAttention } from './queries/attention.ts'
import { readHealth } from './queries/health.ts'
import { readPlatform, readSupport } from './queries/platform.ts'

/** Figures of the current company, and those of the platform for the people who run it. */
export const dashboardRoutes = async (app: FastifyInstance): Promise<void> => {
  route(app, getDashboardSummary, (ctx, { query }) => summarise(ctx, query))
  route(app, getDashboardSeries, (ctx, { query }) => readSeries(ctx, query))
  route(app, getDashboardHeat, (ctx, { query }) => readHeat(ctx, query))
  route(app, getDashboardSpend, (ctx, { query }) => readSpend(ctx, query))
  route(app, getDashboardAttention, (ctx) => readAttention(ctx))
  route(app, getDashboardHealth, (ctx) => readHealth(ctx))
  route(app, getSupportDashboard, (ctx) => readSupport(ctx))
  route(app, getPlatformDashboard, (ctx) => readPlatform(ctx))
  route(app, getChecklist, (ctx) => readChecklist(ctx))
}
