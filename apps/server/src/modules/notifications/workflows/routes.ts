import { workflowEndpoints } from '@recado/contracts/notifications/workflows'
import type { FastifyInstance } from 'fastify'
import type { EnvironmentCtx } from '../context.ts'
import { notFound } from '../wire/errors.ts'
import { v1Route } from '../wire/route.ts'
import { createWorkflow, deleteWorkflow, setWorkflowStatus, updateWorkflow } from './actions.ts'
import * as queries from './queries.ts'
import { systemVariables } from './system-variables.ts'
import { workflowView, workflowViews } from './view.ts'

type Query = { page: number; limit: number; query?: string | undefined }

const listWorkflows = async (ctx: EnvironmentCtx, query: Query) => {
  const { rows, total } = await queries.listWorkflowRows(ctx, query)
  return { page: query.page, pageSize: query.limit, totalCount: total, data: await workflowViews(ctx, rows) }
}

const showWorkflow = async (ctx: EnvironmentCtx, key: string) => {
  const row = await queries.findWorkflowByIdOrIdentifier(ctx, key)
  if (!row) throw notFound(`Workflow ${key} not found`)
  return workflowView(ctx, row)
}

export const workflowRoutes = (app: FastifyInstance): void => {
  for (const endpoints of workflowEndpoints) {
    v1Route(app, endpoints.list, (ctx, { query }) => listWorkflows(ctx, query))
    v1Route(app, endpoints.variables, () => ({ translations: {}, system: systemVariables }))
    v1Route(app, endpoints.get, (ctx, { params }) => showWorkflow(ctx, params.idOrIdentifier))
    v1Route(app, endpoints.create, async (ctx, { body }) => workflowView(ctx, await createWorkflow(ctx, body)))
    v1Route(app, endpoints.update, async (ctx, { params, body }) =>
      workflowView(ctx, await updateWorkflow(ctx, params.id, body)),
    )
    v1Route(app, endpoints.setStatus, async (ctx, { params, body }) =>
      workflowView(ctx, await setWorkflowStatus(ctx, params.id, body.active)),
    )
    v1Route(app, endpoints.remove, async (ctx, { params }) => {
      await deleteWorkflow(ctx, params.id)
      return true
    })
  }
}
