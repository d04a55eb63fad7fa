import * as contract from '@recado/contracts/automation/automations'
import type { FastifyInstance } from 'fastify'
import { route } from '#server/http/mount.ts'
import { createAutomation, duplicateAutomation, updateAutomation } from './actions/change.ts'
import { publishAutomation, restoreVersion, setState } from './actions/publish.ts'
import { compareVersions, listAutomations, listVersions, readAutomation, readVersion } from './actions/read.ts'

/** Automations as they are put together, published and paused. */
export const automationRoutes = async (app: FastifyInstance): Promise<void> => {
  route(app, contract.listAutomations, (ctx, { query }) => listAutomations(ctx, query))
  route(app, contract.getAutomation, (ctx, { params }) => readAutomation(ctx, params.id))
  route(app, contract.createAutomation, (ctx, { body }) => createAutomation(ctx, body))
  route(app, contract.updateAutomation, (ctx, { params, body }) => updateAutomation(ctx, params.id, body))
  route(app, contract.duplicateAutomation, (ctx, { params, body }) => duplicateAutomation(ctx, params.id, body.name))
  route(app, contract.publishAutomation, (ctx, { params, body }) => publishAutomation(ctx, params.id, body))
  route(app, contract.setAutomationState, (ctx, { params, body }) => setState(ctx, params.id, body.state))
  route(app, contract.listAutomationVersions, async (ctx, { params }) => ({ data: await listVersions(ctx, params.id) }))
  route(app, contract.getAutomationVersion, (ctx, { params }) => readVersion(ctx, params.id, params.number))
  route(app, contract.compareAutomationVersions, async (ctx, { params, query }) => ({
    data: await compareVersions(ctx, params.id, query),
  }))
  route(app, contract.restoreAutomationVersion, (ctx, { params, body }) =>
    restoreVersion(ctx, params.id, { number: params.number, version: body.version }),
  )
}
