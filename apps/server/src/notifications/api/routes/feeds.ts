import { feedEndpoints } from '@recado/contracts/notifications/feeds'
import type { FastifyInstance } from 'fastify'
import { createFeed, deleteFeed } from '#server/notifications/definitions/feeds/actions.ts'
import { type FeedRow, listFeeds } from '#server/notifications/definitions/feeds/queries.ts'
import type { EnvironmentCtx } from '#server/notifications/shared/context.ts'
import { v1Route } from '../wire/route.ts'

const feedView = (ctx: EnvironmentCtx, row: FeedRow) => ({
  _id: row.id,
  id: row.id,
  name: row.name,
  identifier: row.identifier,
  _environmentId: row.environmentId,
  _organizationId: ctx.environment.organizationId,
  createdAt: row.createdAt,
  updatedAt: row.updatedAt,
})

const feedViews = async (ctx: EnvironmentCtx) => (await listFeeds(ctx)).map((row) => feedView(ctx, row))

export const feedRoutes = (app: FastifyInstance): void => {
  v1Route(app, feedEndpoints.create, async (ctx, { body }) => feedView(ctx, await createFeed(ctx, body.name)))
  v1Route(app, feedEndpoints.list, (ctx) => feedViews(ctx))
  v1Route(app, feedEndpoints.remove, async (ctx, { params }) => {
    await deleteFeed(ctx, params.id)
    return feedViews(ctx)
  })
}
