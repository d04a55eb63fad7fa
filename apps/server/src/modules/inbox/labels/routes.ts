import * as contract from '@recado/contracts/inbox/labels'
import type { FastifyInstance } from 'fastify'
import { route } from '#server/http/mount.ts'
import { labels, listLabels } from './actions.ts'

/** What conversations are filed under. */
export const labelRoutes = async (app: FastifyInstance): Promise<void> => {
  route(app, contract.listLabels, async (ctx, { query }) => ({ data: await listLabels(ctx, query.with === 'counts') }))
  route(app, contract.createLabel, (ctx, { body }) => labels.create(ctx, body))
  route(app, contract.updateLabel, (ctx, { params, body: { version, ...change } }) =>
    labels.update(ctx, params.id, version, change),
  )
  route(app, contract.deleteLabel, (ctx, { params }) => labels.remove(ctx, params.id))
}
