import { workflowEndpoints } from '@recado/contracts/notifications/workflows'
import type { FastifyInstance } from 'fastify'
import {
  createWorkflow,
  deleteWorkflow,
  setWorkflowStatus,
  updateWorkflow,
} from '#server/notifications/definitions/workflows/actions.ts'
import * as queries from '#server/notifications/definitions/workflows/queries.ts'
import { systemVariables } from '#server/notifications/definitions/workflows/system-variables.ts'
import { workflowView, workflowViews } from '#server/notifications/definitions/workflows/view.ts'
import type { EnvironmentCtx } from '#server/notifications/shared/context.ts'
import { conflict, notFound } from '#server/notifications/shared/errors.ts'
import { isGuarded } from '#server/notifications/shared/inbox-guard.ts'
import { v1Route } from '../wire/route.ts'

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

/** What the product tells people to protect them is switched off in its administration alone, which asks. */
const assertNotProtecting = async (
  ctx: EnvironmentCtx,
  id: string,
  after: { active?: boolean | null | undefined; critical?: boolean | null | undefined } | null,
) => {
  const stays = after && after.active !== false && after.critical !== false
  if (stays || !isGuarded(ctx.environment)) return
  const row = await queries.findWorkflow(ctx, id.toLowerCase())
  if (row?.active && row.critical) throw conflict('A critical workflow of the product is changed in its administration')
}

export const workflowRoutes = (app: FastifyInstance): void => {
  for (const endpoints of workflowEndpoints) {
    v1Route(app, endpoints.list, (ctx, { query }) => listWorkflows(ctx, query))
    v1Route(app, endpoints.variables, () => ({ translations: {}, system: systemVariables }))
    v1Route(app, endpoints.get, (ctx, { params }) => showWorkflow(ctx, params.idOrIdentifier))
    v1Route(app, endpoints.create, async (ctx, { body }) => workflowView(ctx, await createWorkflow(ctx, body)))
    v1Route(app, endpoints.update, async (ctx, { params, body }) => {
      await assertNotProtecting(ctx, params.id, body)
      return workflowView(ctx, await updateWorkflow(ctx, params.id, body))
    })
    v1Route(app, endpoints.setStatus, async (ctx, { params, body }) => {
      await assertNotProtecting(ctx, params.id, body)
      return workflowView(ctx, await setWorkflowStatus(ctx, params.id, body.active))
    })
    v1Route(app, endpoints.remove, async (ctx, { params }) => {
      await assertNotProtecting(ctx, params.id, null)
      await deleteWorkflow(ctx, params.id)
      return true
    })
  }
}
