import { groupEndpoints } from '@recado/contracts/notifications/groups'
import type { FastifyInstance } from 'fastify'
import { createGroup, deleteGroup, loadGroup, renameGroup } from '#server/notifications/definitions/groups/actions.ts'
import { type GroupRow, listGroups } from '#server/notifications/definitions/groups/queries.ts'
import type { EnvironmentCtx } from '#server/notifications/shared/context.ts'
import { v1Route } from '../wire/route.ts'

const groupView = (ctx: EnvironmentCtx, row: GroupRow) => ({
  _id: row.id,
  id: row.id,
  name: row.name,
  _environmentId: row.environmentId,
  _organizationId: ctx.environment.organizationId,
  ...(row.parentId ? { _parentId: row.parentId } : {}),
  createdAt: row.createdAt,
  updatedAt: row.updatedAt,
})

export const groupRoutes = (app: FastifyInstance): void => {
  v1Route(app, groupEndpoints.create, async (ctx, { body }) => groupView(ctx, await createGroup(ctx, body.name)))
  v1Route(app, groupEndpoints.list, async (ctx) => (await listGroups(ctx)).map((row) => groupView(ctx, row)))
  v1Route(app, groupEndpoints.get, async (ctx, { params }) => groupView(ctx, await loadGroup(ctx, params.id)))
  v1Route(app, groupEndpoints.update, async (ctx, { params, body }) =>
    groupView(ctx, await renameGroup(ctx, params.id, body.name)),
  )
  v1Route(app, groupEndpoints.remove, async (ctx, { params }) => {
    await deleteGroup(ctx, params.id)
    return { acknowledged: true, status: 'deleted' }
  })
}
