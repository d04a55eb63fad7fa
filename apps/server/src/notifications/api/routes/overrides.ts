import { overrideEndpoints } from '@recado/contracts/notifications/overrides'
import type { FastifyInstance } from 'fastify'
import {
  createOverride,
  deleteOverride,
  loadOverride,
  updateOverride,
} from '#server/notifications/definitions/workflows/overrides/actions.ts'
import { listOverrideRows, type OverrideRow } from '#server/notifications/definitions/workflows/overrides/queries.ts'
import type { EnvironmentCtx } from '#server/notifications/shared/context.ts'
import { v1Route } from '../wire/route.ts'

const overrideView = (ctx: EnvironmentCtx, row: OverrideRow) => ({
  _id: row.id,
  _environmentId: row.environmentId,
  _organizationId: ctx.environment.organizationId,
  _workflowId: row.workflowId,
  _tenantId: row.tenantId,
  active: row.active,
  preferenceSettings: row.preferenceSettings,
  deleted: false,
  createdAt: row.createdAt,
  updatedAt: row.updatedAt,
})

const listOverrides = async (ctx: EnvironmentCtx, { page, limit }: { page: number; limit: number }) => {
  const rows = await listOverrideRows(ctx, { offset: page * limit, limit: limit + 1 })
  const data = rows.slice(0, limit).map((row) => overrideView(ctx, row))
  return { page, pageSize: limit, hasMore: rows.length > limit, data }
}

export const overrideRoutes = (app: FastifyInstance): void => {
  v1Route(app, overrideEndpoints.create, async (ctx, { body }) => overrideView(ctx, await createOverride(ctx, body)))
  v1Route(app, overrideEndpoints.list, (ctx, { query }) => listOverrides(ctx, query))
  for (const endpoint of [overrideEndpoints.get, overrideEndpoints.getOfPair])
    v1Route(app, endpoint, async (ctx, { params }) => overrideView(ctx, await loadOverride(ctx, params)))
  for (const endpoint of [overrideEndpoints.update, overrideEndpoints.updateOfPair])
    v1Route(app, endpoint, async (ctx, { params, body }) => overrideView(ctx, await updateOverride(ctx, params, body)))
  v1Route(app, overrideEndpoints.remove, async (ctx, { params }) => {
    await deleteOverride(ctx, params)
    return true
  })
}
