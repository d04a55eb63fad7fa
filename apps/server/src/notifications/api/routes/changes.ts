import { changeEndpoints } from '@recado/contracts/notifications/changes'
import type { FastifyInstance } from 'fastify'
import { type ChangeRow, countChanges, listChangeRows } from '#server/notifications/definitions/changes/queries.ts'
import { applyChanges } from '#server/notifications/definitions/promotion/actions.ts'
import type { EnvironmentCtx } from '#server/notifications/shared/context.ts'
import { v1Route } from '../wire/route.ts'

const changeView = (ctx: EnvironmentCtx, row: ChangeRow) => {
  const name = row.snapshot?.['name']
  return {
    _id: row.id,
    _creatorId: row.creatorId,
    _environmentId: row.environmentId,
    _organizationId: ctx.environment.organizationId,
    _entityId: row.entityId,
    enabled: row.promotedAt !== null,
    type: row.type,
    change: row.snapshot,
    ...(name === undefined ? {} : { name }),
    ...(row.type === 'NotificationTemplate' ? { templateId: row.entityId, templateName: name } : {}),
    promotedAt: row.promotedAt,
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
  }
}

type Query = { page: number; limit: number; promoted?: boolean | undefined }

const listChanges = async (ctx: EnvironmentCtx, { page, limit, promoted = false }: Query) => {
  const rows = await listChangeRows(ctx, { page, limit, promoted })
  const data = rows.map((row) => changeView(ctx, row))
  return { page, pageSize: limit, totalCount: await countChanges(ctx, promoted), data }
}

export const changeRoutes = (app: FastifyInstance): void => {
  v1Route(app, changeEndpoints.list, (ctx, { query }) => listChanges(ctx, query))
  v1Route(app, changeEndpoints.count, (ctx) => countChanges(ctx, false))
  v1Route(app, changeEndpoints.applyMany, async (ctx, { body }) =>
    (await applyChanges(ctx, body.changeIds)).map((rows) => rows.map((row) => changeView(ctx, row))),
  )
  v1Route(app, changeEndpoints.apply, async (ctx, { params }) =>
    (await applyChanges(ctx, [params.id])).flat().map((row) => changeView(ctx, row)),
  )
}
