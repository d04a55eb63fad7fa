import * as contract from '@recado/contracts/contacts/contacts'
import type { FastifyInstance } from 'fastify'
import { route } from '#server/http/mount.ts'
import { merge } from './actions/merge.ts'
import { readDuplicates, readMerges, readPreview } from './actions/read.ts'
import { undo } from './actions/undo.ts'

/** Finding contacts that are one person, and making one of them. */
export const contactMergeRoutes = async (app: FastifyInstance): Promise<void> => {
  route(app, contract.listDuplicates, (ctx, { params }) => readDuplicates(ctx, params.id))
  route(app, contract.previewMerge, (ctx, { params, query }) => readPreview(ctx, params.id, query.otherId))
  route(app, contract.listMerges, (ctx, { params }) => readMerges(ctx, params.id))
  route(app, contract.mergeContacts, (ctx, { params, body }) => merge(ctx, params.id, body.otherId, body.fields))
  route(app, contract.undoMerge, async (ctx, { params }) => {
    await undo(ctx, params.id, params.mergeId)
    return undefined
  })
}
