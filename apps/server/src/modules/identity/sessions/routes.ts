import {
  listSessions,
  listSignIns as listSignInsEndpoint,
  revokeOtherSessions as revokeOthersEndpoint,
  revokeSession,
} from '@recado/contracts/identity/users'
import type { FastifyInstance } from 'fastify'
import { inTransaction } from '#server/context.ts'
import { route } from '#server/http/mount.ts'
import { listOwnSessions, revokeOtherSessions, revokeOwnSession } from './actions.ts'
import { listSignIns } from './history.ts'

/** Where a person is signed in. */
export const sessionRoutes = async (app: FastifyInstance): Promise<void> => {
  route(app, listSessions, async (ctx) => ({ data: await listOwnSessions(ctx) }))
  route(app, listSignInsEndpoint, async (ctx) => ({ data: await listSignIns(ctx) }))
  route(app, revokeSession, (ctx, { params }) => inTransaction(ctx, (tx) => revokeOwnSession(tx, params.id)))
  route(app, revokeOthersEndpoint, (ctx) =>
    inTransaction(ctx, async (tx) => ({ ended: await revokeOtherSessions(tx) })),
  )
}
