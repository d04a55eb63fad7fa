import * as contract from '@recado/contracts/companies/business-hours'
import type { FastifyInstance } from 'fastify'
import { route } from '#server/http/mount.ts'
import { businessHours } from './actions.ts'
import { listBusinessHours } from './queries.ts'

/** When the teams of a company work. */
export const businessHoursRoutes = async (app: FastifyInstance): Promise<void> => {
  route(app, contract.listBusinessHours, async (ctx) => ({ data: await listBusinessHours(ctx) }))
  route(app, contract.createBusinessHours, (ctx, { body }) => businessHours.create(ctx, body))
  route(app, contract.updateBusinessHours, (ctx, { params, body: { version, ...change } }) =>
    businessHours.update(ctx, params.id, version, change),
  )
  route(app, contract.deleteBusinessHours, (ctx, { params }) => businessHours.remove(ctx, params.id))
}
