import * as contract from '@recado/contracts/contacts/duplicates'
import type { FastifyInstance } from 'fastify'
import { route } from '#server/http/mount.ts'
import { decide, readPairs } from './actions.ts'

/** Contacts that may be one person, for somebody to look at. */
export const duplicateRoutes = async (app: FastifyInstance): Promise<void> => {
  route(app, contract.listDuplicatePairs, (ctx, { query }) => readPairs(ctx, query))
  route(app, contract.dismissDuplicatePair, (ctx, { params }) => decide(ctx, params.id, 'dismissed'))
  route(app, contract.restoreDuplicatePair, (ctx, { params }) => decide(ctx, params.id, 'open'))
}
