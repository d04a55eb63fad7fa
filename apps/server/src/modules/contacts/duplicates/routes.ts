import * as contract from '@recado/contracts/contacts/duplicates'
import type { FastifyInstance } from 'fastify'
import { route } from '#server/http/mount.ts'
import { decide, decideAll, readPairs, search } from './actions.ts'

/** Contacts that may be one person, to be reviewed. */
export const duplicateRoutes = async (app: FastifyInstance): Promise<void> => {
  route(app, contract.listDuplicatePairs, (ctx, { query }) => readPairs(ctx, query))
  route(app, contract.dismissDuplicatePair, (ctx, { params }) => decide(ctx, params.id, 'dismissed'))
  route(app, contract.decideDuplicatePairs, (ctx, { body }) => decideAll(ctx, body.ids, body.state))
  route(app, contract.searchDuplicates, (ctx) => search(ctx))
  route(app, contract.restoreDuplicatePair, (ctx, { params }) => decide(ctx, params.id, 'open'))
}
