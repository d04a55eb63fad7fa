import * as contract from '@recado/contracts/inbox/saved-views'
import type { FastifyInstance } from 'fastify'
import { route } from '#server/http/mount.ts'
import * as views from './actions.ts'

/** Saved filters of a list page. */
export const viewRoutes = async (app: FastifyInstance): Promise<void> => {
  route(app, contract.listSavedViews, async (ctx, { query }) => ({ data: await views.listViews(ctx, query.page) }))
  route(app, contract.createSavedView, (ctx, { body }) => views.addView(ctx, body))
  route(app, contract.updateSavedView, (ctx, { params, body }) => views.changeView(ctx, params.id, body))
  route(app, contract.setDefaultView, (ctx, { params, body }) => views.chooseDefault(ctx, params.id, body.isDefault))
  route(app, contract.deleteSavedView, (ctx, { params }) => views.removeView(ctx, params.id))
}
