import type { EndpointInput, EndpointResult, EndpointShape } from '@recado/contracts'
import * as integrations from '@recado/contracts/admin/notification-integrations'
import * as logs from '@recado/contracts/admin/notification-logs'
import * as runs from '@recado/contracts/admin/notification-runs'
import * as subscribers from '@recado/contracts/admin/notification-subscribers'
import * as workflows from '@recado/contracts/admin/notification-workflows'
import type { FastifyInstance } from 'fastify'
import { route } from '#server/http/mount.ts'
import { notificationAdmin as admin, type EnvironmentCtx } from '#server/notifications/index.ts'
import * as actions from './actions.ts'

type Handler<E extends EndpointShape> = (
  ctx: EnvironmentCtx,
  input: EndpointInput<E>,
) => Promise<E['response'] extends null ? unknown : EndpointResult<E>>

/** Mounts an endpoint that works on the product's own environment. */
const platformRoute = <E extends EndpointShape>(app: FastifyInstance, endpoint: E, handler: Handler<E>): void =>
  route(app, endpoint, async (ctx, input) => handler(await actions.inPlatform(ctx), input))

const workflowRoutes = (app: FastifyInstance): void => {
  platformRoute(app, workflows.listNotificationWorkflows, async (ctx, { query }) => ({
    data: await admin.workflowSummaries(ctx, await admin.listWorkflows(ctx, query)),
  }))
  platformRoute(app, workflows.getNotificationWorkflow, async (ctx, { params }) =>
    admin.workflowDetail(ctx, await admin.loadWorkflow(ctx, params.id)),
  )
  platformRoute(app, workflows.createNotificationWorkflow, (ctx, { body }) =>
    actions.changeWorkflow(ctx, 'notification_workflow.created', (tx) => admin.createWorkflow(tx, body)),
  )
  platformRoute(app, workflows.updateNotificationWorkflow, (ctx, { params, body }) =>
    actions.changeWorkflow(ctx, 'notification_workflow.updated', (tx) => admin.updateWorkflow(tx, params.id, body)),
  )
  platformRoute(app, workflows.setNotificationWorkflowStatus, (ctx, { params, body }) =>
    actions.changeWorkflow(
      ctx,
      body.active ? 'notification_workflow.activated' : 'notification_workflow.deactivated',
      (tx) => admin.setWorkflowStatus(tx, params.id, body),
    ),
  )
  platformRoute(app, workflows.duplicateNotificationWorkflow, (ctx, { params }) =>
    actions.changeWorkflow(ctx, 'notification_workflow.duplicated', (tx) => admin.duplicateWorkflow(tx, params.id)),
  )
  platformRoute(app, workflows.deleteNotificationWorkflow, (ctx, { params, query }) =>
    actions.deleteWorkflow(ctx, params.id, query),
  )
  platformRoute(app, workflows.listNotificationWorkflowVersions, async (ctx, { params }) => ({
    data: await admin.listVersions(ctx, params.id),
  }))
  platformRoute(app, workflows.restoreNotificationWorkflowVersion, (ctx, { params }) =>
    actions.changeWorkflow(ctx, 'notification_workflow.restored', (tx) =>
      admin.restoreVersion(tx, params.id, params.version),
    ),
  )
  platformRoute(app, workflows.previewNotificationStep, (ctx, { body }) => admin.previewStep(ctx, body))
  platformRoute(app, workflows.testNotificationWorkflow, (ctx, { params, body }) =>
    actions.testWorkflow(ctx, params.id, body),
  )
  platformRoute(app, workflows.listNotificationOptions, (ctx) => admin.listOptions(ctx))
}

const activityRoutes = (app: FastifyInstance): void => {
  platformRoute(app, runs.listNotificationRuns, (ctx, { query }) => admin.listRuns(ctx, query))
  platformRoute(app, runs.getNotificationRun, (ctx, { params }) => admin.showRun(ctx, params.id))
  platformRoute(app, runs.cancelNotificationRun, async (ctx, { params }) => ({
    canceled: await actions.cancelRun(ctx, params.id),
  }))
  platformRoute(app, runs.repeatNotificationRun, (ctx, { params }) => actions.repeatRun(ctx, params.id))
  platformRoute(app, logs.getNotificationStats, async (ctx) => ({
    days: await admin.countByDay(ctx),
    ...(await admin.countBacklog(ctx)),
  }))
  platformRoute(app, logs.listNotificationLogs, (ctx, { query }) => admin.listLogs(ctx, query))
  platformRoute(app, subscribers.listNotificationSubscribers, (ctx, { query }) => admin.listSubscribers(ctx, query))
  platformRoute(app, subscribers.getNotificationSubscriber, (ctx, { params }) =>
    admin.showSubscriber(ctx, params.subscriberId),
  )
}

const integrationRoutes = (app: FastifyInstance): void => {
  platformRoute(app, integrations.listNotificationProviders, async () => ({ data: admin.listProviders() }))
  platformRoute(app, integrations.listNotificationIntegrations, async (ctx) => ({
    data: await admin.listIntegrations(ctx),
  }))
  platformRoute(app, integrations.createNotificationIntegration, (ctx, { body }) =>
    actions.createIntegration(ctx, body),
  )
  platformRoute(app, integrations.updateNotificationIntegration, (ctx, { params, body }) =>
    actions.updateIntegration(ctx, params.id, body),
  )
  platformRoute(app, integrations.makeNotificationIntegrationPrimary, (ctx, { params }) =>
    actions.setPrimaryIntegration(ctx, params.id),
  )
  platformRoute(app, integrations.deleteNotificationIntegration, (ctx, { params }) =>
    actions.deleteIntegration(ctx, params.id),
  )
}

/** The administration of the product's own notifications. */
export const notificationAdminRoutes = async (app: FastifyInstance): Promise<void> => {
  workflowRoutes(app)
  activityRoutes(app)
  integrationRoutes(app)
}
