import * as endpoints from '@recado/contracts/notifications/environments'
import type { FastifyInstance } from 'fastify'
import { regenerateApiKeys } from '#server/notifications/audience/environments/actions.ts'
import { haveMailServers } from '#server/notifications/audience/environments/mail-domains.ts'
import { listApiKeys, listEnvironments } from '#server/notifications/audience/environments/queries.ts'
import { apiKeyView, environmentView } from '#server/notifications/audience/environments/view.ts'
import type { EnvironmentCtx } from '#server/notifications/shared/context.ts'
import { v1Route } from '../wire/route.ts'

const ownKeys = async (ctx: EnvironmentCtx) =>
  (await listApiKeys(ctx, [ctx.environment.id])).map((row) => apiKeyView(ctx.deps.sealer, row))

const ownEnvironments = (ctx: EnvironmentCtx) => listEnvironments(ctx, ctx.environment.organizationId)

export const environmentRoutes = (app: FastifyInstance): void => {
  v1Route(app, endpoints.getCurrentEnvironment, async (ctx) => {
    const row = (await ownEnvironments(ctx)).find(({ id }) => id === ctx.environment.id)
    return row && environmentView(row, [])
  })
  v1Route(app, endpoints.listEnvironments, async (ctx) => {
    const [rows, keys] = await Promise.all([ownEnvironments(ctx), ownKeys(ctx)])
    return rows.map((row) => environmentView(row, row.id === ctx.environment.id ? keys : []))
  })
  v1Route(app, endpoints.listApiKeys, ownKeys)
  v1Route(app, endpoints.regenerateApiKeys, async (ctx) => {
    await regenerateApiKeys(ctx)
    return ownKeys(ctx)
  })
  v1Route(app, endpoints.createEnvironment, () => undefined)
  v1Route(app, endpoints.updateEnvironment, () => undefined)
  v1Route(app, endpoints.getMxStatus, async (ctx) => ({
    mxRecordConfigured: await haveMailServers(ctx.deps.config.INBOUND_MAIL_DOMAINS),
  }))
}
