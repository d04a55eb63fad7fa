import { type LayoutQuery, layoutEndpoints } from '@recado/contracts/notifications/layouts'
import type { FastifyInstance } from 'fastify'
import {
  createLayout,
  deleteLayout,
  loadLayout,
  setDefaultLayout,
  updateLayout,
} from '#server/notifications/definitions/layouts/actions.ts'
import {
  findLayoutByIdOrIdentifier,
  type LayoutRow,
  listLayoutRows,
} from '#server/notifications/definitions/layouts/queries.ts'
import type { EnvironmentCtx } from '#server/notifications/shared/context.ts'
import { notFound } from '#server/notifications/shared/errors.ts'
import { v1Route } from '../wire/route.ts'

const layoutView = (ctx: EnvironmentCtx, row: LayoutRow) => ({
  _id: row.id,
  _environmentId: row.environmentId,
  _organizationId: ctx.environment.organizationId,
  _creatorId: row.creatorId,
  ...(row.parentId ? { _parentId: row.parentId } : {}),
  name: row.name,
  identifier: row.identifier,
  ...(row.description === null ? {} : { description: row.description }),
  channel: 'email' as const,
  content: row.content,
  contentType: row.contentType,
  variables: row.variables,
  isDefault: row.isDefault,
  isDeleted: false,
  createdAt: row.createdAt,
  updatedAt: row.updatedAt,
})

const listLayouts = async (ctx: EnvironmentCtx, query: LayoutQuery) => {
  if (query.layoutId) {
    const row = await findLayoutByIdOrIdentifier(ctx, query.layoutId)
    if (!row) throw notFound(`Layout with id ${query.layoutId} not found`)
    return layoutView(ctx, row)
  }
  const { rows, total } = await listLayoutRows(ctx, query)
  const data = rows.map((row) => layoutView(ctx, row))
  return { page: query.page, pageSize: query.pageSize, totalCount: total, data }
}

export const layoutRoutes = (app: FastifyInstance): void => {
  v1Route(app, layoutEndpoints.create, async (ctx, { body }) => ({ _id: (await createLayout(ctx, body)).id }))
  v1Route(app, layoutEndpoints.list, (ctx, { query }) => listLayouts(ctx, query))
  v1Route(app, layoutEndpoints.get, async (ctx, { params }) => layoutView(ctx, await loadLayout(ctx, params.id)))
  v1Route(app, layoutEndpoints.update, async (ctx, { params, body }) =>
    layoutView(ctx, await updateLayout(ctx, params.id, body)),
  )
  v1Route(app, layoutEndpoints.makeDefault, (ctx, { params }) => setDefaultLayout(ctx, params.id))
  v1Route(app, layoutEndpoints.remove, (ctx, { params }) => deleteLayout(ctx, params.id))
}
