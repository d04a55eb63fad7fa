import * as contract from '@recado/contracts/automation/sla-policies'
import type { FastifyInstance } from 'fastify'
import { route } from '#server/http/mount.ts'
import { listSlaPolicies, slaPolicies } from './actions.ts'

/** How soon a company means to answer whom. */
export const slaPolicyRoutes = async (app: FastifyInstance): Promise<void> => {
  route(app, contract.listSlaPolicies, async (ctx) => ({ data: await listSlaPolicies(ctx) }))
  route(app, contract.createSlaPolicy, (ctx, { body }) => slaPolicies.create(ctx, body))
  route(app, contract.updateSlaPolicy, (ctx, { params, body: { version, ...change } }) =>
    slaPolicies.update(ctx, params.id, version, change),
  )
  route(app, contract.deleteSlaPolicy, (ctx, { params }) => slaPolicies.remove(ctx, params.id))
}
