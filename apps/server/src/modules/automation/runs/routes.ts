import * as runs from '@recado/contracts/automation/automation-runs'
import * as automations from '@recado/contracts/automation/automations'
import type { FastifyInstance } from 'fastify'
import { route } from '#server/http/mount.ts'
import { cancelRun, retryRun, skipWait } from './actions/change.ts'
import { dryRun } from './actions/dry-run.ts'
import { estimate } from './actions/estimate.ts'
import { explain, listEntries, listRuns, listSamples, readRun, readStats } from './actions/read.ts'
import { startNow } from './start/start-now.ts'

/** Runs of automations: what they did and why, what is done about them, and starting one. */
export const runRoutes = async (app: FastifyInstance): Promise<void> => {
  route(app, runs.listAutomationRuns, (ctx, { params, query }) => listRuns(ctx, { ...query, automationId: params.id }))
  route(app, runs.listContactRuns, (ctx, { query }) => listRuns(ctx, query))
  route(app, runs.getAutomationRun, (ctx, { params }) => readRun(ctx, params.id))
  route(app, runs.retryAutomationRun, (ctx, { params }) => retryRun(ctx, params.id))
  route(app, runs.cancelAutomationRun, (ctx, { params }) => cancelRun(ctx, params.id))
  route(app, runs.skipAutomationWait, (ctx, { params }) => skipWait(ctx, params.id))
  route(app, runs.listAutomationEntries, (ctx, { params, query }) => listEntries(ctx, params.id, query))
  route(app, runs.explainAutomationEntry, (ctx, { params }) => explain(ctx, params.id, params.contactId))
  route(app, runs.listAutomationSamples, async (ctx, { params }) => ({ data: await listSamples(ctx, params.id) }))
  route(app, runs.estimateAutomation, (ctx, { params }) => estimate(ctx, params.id))
  route(app, runs.testAutomation, (ctx, { params, body }) => dryRun(ctx, params.id, body))
  route(app, automations.getAutomationStats, (ctx, { params, query }) => readStats(ctx, params.id, query))
  route(app, automations.startAutomation, (ctx, { params, body }) =>
    startNow(ctx, params.id, { ...body, kind: 'manual', fields: {} }),
  )
  route(app, automations.triggerAutomation, (ctx, { params, body: { data = {}, ...whom } }) =>
    startNow(ctx, params.id, { ...whom, kind: 'api', fields: data }),
  )
}
