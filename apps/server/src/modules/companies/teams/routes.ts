import * as contract from '@recado/contracts/companies/teams'
import type { FastifyInstance } from 'fastify'
import { route } from '#server/http/mount.ts'
import { listTeams, teams } from './actions.ts'

/** People who share a queue. */
export const teamRoutes = async (app: FastifyInstance): Promise<void> => {
  route(app, contract.listTeams, async (ctx) => ({ data: await listTeams(ctx) }))
  route(app, contract.createTeam, (ctx, { body }) => teams.create(ctx, body))
  route(app, contract.updateTeam, (ctx, { params, body: { version, ...change } }) =>
    teams.update(ctx, params.id, version, change),
  )
  route(app, contract.deleteTeam, (ctx, { params }) => teams.remove(ctx, params.id))
}
