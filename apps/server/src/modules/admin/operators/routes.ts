import * as contract from '@recado/contracts/admin/operators'
import type { FastifyInstance } from 'fastify'
import { route } from '#server/http/mount.ts'
import {
  readSignupSetup,
  rotateVerifyToken,
  subscribeSignupApp,
  testSetup,
  updateSignupSetup,
} from '#server/modules/whatsapp/signup/index.ts'
import { beginIncident, finishIncident, listIncidents, listOwnIncidents, runAction } from './actions/bulk.ts'
import { assignOperators, listOperatorChannels, listPortfolios, readFigures } from './actions/channels.ts'
import { listSignups, readFunnel, retrySignup } from './actions/signups.ts'
import { listOperatorRows } from './queries/operators.ts'

/** Numbers over all companies, for operators and the platform's admins. */
export const operatorRoutes = async (app: FastifyInstance): Promise<void> => {
  route(app, contract.listOperatorChannels, (ctx, { query }) => listOperatorChannels(ctx, query))
  route(app, contract.getOperatorFigures, (ctx) => readFigures(ctx))
  route(app, contract.resyncOperatorChannels, (ctx, { body }) =>
    runAction(ctx, { action: 'resync', selection: body, scope: 'all', reason: '' }),
  )
  route(app, contract.getSignupSetup, (ctx) => readSignupSetup(ctx))
  route(app, contract.updateSignupSetup, (ctx, { body }) => updateSignupSetup(ctx, body))
  route(app, contract.rotateVerifyToken, (ctx) => rotateVerifyToken(ctx))
  route(app, contract.testSignupSetup, (ctx) => testSetup(ctx))
  route(app, contract.subscribeSignupApp, (ctx) => subscribeSignupApp(ctx))
  route(app, contract.getSignupFunnel, (ctx, { query }) => readFunnel(ctx, query.days))
  route(app, contract.listOperatorOnboardings, (ctx, { query }) => listSignups(ctx, query))
  route(app, contract.retryOperatorOnboarding, (ctx, { params }) => retrySignup(ctx, params.id))
  route(app, contract.listOperators, async (ctx) => ({ data: await listOperatorRows(ctx) }))
  route(app, contract.assignOperators, (ctx, { params, body }) => assignOperators(ctx, params.id, body.userIds))
  route(app, contract.runChannelAction, (ctx, { body }) => runAction(ctx, body))
  route(app, contract.getPortfolios, (ctx) => listPortfolios(ctx))
  route(app, contract.listIncidents, (ctx) => listIncidents(ctx))
  route(app, contract.startIncident, (ctx, { body }) => beginIncident(ctx, body))
  route(app, contract.endIncident, (ctx, { params }) => finishIncident(ctx, params))
  route(app, contract.listOwnIncidents, (ctx) => listOwnIncidents(ctx))
}
