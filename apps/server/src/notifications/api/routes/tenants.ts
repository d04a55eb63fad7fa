import * as endpoints from '@recado/contracts/notifications/tenants'
import type { FastifyInstance } from 'fastify'
import * as actions from '#server/notifications/audience/tenants/actions.ts'
import { listTenants, type TenantRow } from '#server/notifications/audience/tenants/queries.ts'
import { pageOf } from '../wire/page.ts'
import { v1Route } from '../wire/route.ts'

const view = (tenant: TenantRow) => ({
  _id: tenant.id,
  id: tenant.id,
  identifier: tenant.identifier,
  name: tenant.name ?? undefined,
  data: tenant.data ?? undefined,
  _environmentId: tenant.environmentId,
  createdAt: tenant.createdAt,
  updatedAt: tenant.updatedAt,
})

export const tenantRoutes = (app: FastifyInstance): void => {
  v1Route(app, endpoints.listTenants, (ctx, { query: { page, limit } }) =>
    pageOf({ page, pageSize: limit }, (offset, count) => listTenants(ctx, offset, count), view),
  )
  v1Route(app, endpoints.createTenant, async (ctx, { body }) => view(await actions.createTenant(ctx, body)))
  v1Route(app, endpoints.getTenant, async (ctx, { params }) => view(await actions.loadTenant(ctx, params.identifier)))
  v1Route(app, endpoints.updateTenant, async (ctx, { params, body }) =>
    view(await actions.updateTenant(ctx, params.identifier, body)),
  )
  v1Route(app, endpoints.deleteTenant, (ctx, { params }) => actions.deleteTenant(ctx, params.identifier))
}
