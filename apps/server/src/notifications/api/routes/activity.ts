import * as endpoints from '@recado/contracts/notifications/activity'
import type { FastifyInstance } from 'fastify'
import { findRun, listRuns, loadRun } from '#server/notifications/engine/activity/queries/runs.ts'
import { countSent, listSentByDay } from '#server/notifications/engine/activity/queries/stats.ts'
import { executionDetails, runView } from '#server/notifications/engine/activity/view.ts'
import { pageOf } from '../wire/page.ts'
import { v1Route } from '../wire/route.ts'

const PAGE_SIZE = 10

export const activityRoutes = (app: FastifyInstance): void => {
  v1Route(app, endpoints.listActivity, (ctx, { query: { page, templates, ...filters } }) =>
    pageOf(
      { page, pageSize: PAGE_SIZE },
      (offset, limit) => listRuns(ctx, { ...filters, workflowIds: templates }, offset, limit),
      (run) => runView(ctx.environment, run),
    ),
  )
  v1Route(app, endpoints.getActivityStats, (ctx) => countSent(ctx))
  v1Route(app, endpoints.getActivityGraph, async (ctx, { query }) =>
    (await listSentByDay(ctx, query.days)).map(({ day, count, workflowIds, channels }) => ({
      _id: day,
      count,
      templates: workflowIds,
      channels,
    })),
  )
  v1Route(app, endpoints.getActivity, async (ctx, { params }) =>
    runView(ctx.environment, await loadRun(ctx, params.notificationId)),
  )
  v1Route(app, endpoints.listExecutionDetails, async (ctx, { query: { notificationId, subscriberId } }) => {
    const run = await findRun(ctx, notificationId)
    const isTheirs = run?.subscriberKey === subscriberId || run?.subscriber?.subscriberId === subscriberId
    return run && isTheirs ? executionDetails(ctx.environment, run) : []
  })
}
