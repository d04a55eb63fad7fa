import type { EndpointInput } from '@recado/contracts'
import type {
  createNotificationWorkflow,
  listNotificationWorkflows,
} from '@recado/contracts/admin-notification-workflows'
import { step } from '@recado/contracts/notifications/domain'
import { inTransaction } from '../../../context.ts'
import { AppError } from '../../../http/app-error.ts'
import type { EnvironmentCtx } from '../context.ts'
import * as actions from '../workflows/actions.ts'
import * as queries from '../workflows/queries.ts'
import { refusedAs } from './refusals.ts'
import { isBound } from './workflow-view.ts'

type Row = queries.WorkflowRow

export type { WorkflowRow } from '../workflows/queries.ts'

type Filters = EndpointInput<typeof listNotificationWorkflows>['query']
type WorkflowForm = EndpointInput<typeof createNotificationWorkflow>['body']

/** What a workflow that the product seeded remembers of that. */
const SEED_KEYS = ['seed', 'version']
const MAX_NAME = 200

/** The workflows that match, by name. */
export const listWorkflows = async (ctx: EnvironmentCtx, { search, groupId, active }: Filters): Promise<Row[]> => {
  const wanted = search?.trim().toLowerCase() ?? ''
  const rows = await queries.listAllWorkflows(ctx)
  return rows
    .filter((row) => groupId === undefined || row.groupId === groupId)
    .filter((row) => active === undefined || String(row.active) === active)
    .filter(({ name, identifier, tags }) =>
      [name, identifier, ...tags].some((text) => text.toLowerCase().includes(wanted)),
    )
    .toSorted((one, other) => one.name.localeCompare(other.name))
}

/** Throws `not_found`. */
export const loadWorkflow = async (ctx: EnvironmentCtx, id: string): Promise<Row> => {
  const row = await queries.findWorkflow(ctx, id.toLowerCase())
  if (!row) throw new AppError('not_found')
  return row
}

const assertRunnable = (steps: readonly { active: boolean }[]) => {
  if (!steps.some(({ active }) => active)) throw new AppError('notification_workflow_empty')
}

const inputOf = ({ groupId, ...form }: WorkflowForm) => {
  if (form.active) assertRunnable(form.steps)
  return { ...form, notificationGroupId: groupId.toLowerCase() }
}

/** Throws `notification_step_invalid` with the reasons, `notification_workflow_empty`. */
export const createWorkflow = (ctx: EnvironmentCtx, form: WorkflowForm): Promise<Row> =>
  refusedAs('notification_step_invalid', async () => actions.createWorkflow(ctx, inputOf(form)))

/** Makes a new version. Throws `not_found`, `notification_step_invalid` with the reasons, `notification_workflow_empty`. */
export const updateWorkflow = (ctx: EnvironmentCtx, id: string, form: WorkflowForm): Promise<Row> =>
  refusedAs('notification_step_invalid', async () => actions.updateWorkflow(ctx, id.toLowerCase(), inputOf(form)))

/** Throws `not_found`, and `notification_workflow_empty` for switching on one without an active step. */
export const switchWorkflow = (ctx: EnvironmentCtx, id: string, active: boolean): Promise<Row> =>
  inTransaction(ctx, async (tx) => {
    const row = await queries.lockWorkflow(tx, id.toLowerCase())
    if (!row) throw new AppError('not_found')
    if (active) assertRunnable(row.steps)
    return actions.setWorkflowStatus(tx, row.id, active)
  })

/** A copy, switched off, which no product event triggers. */
export const duplicateWorkflow = async (ctx: EnvironmentCtx, id: string): Promise<Row> => {
  const { name, description, groupId, tags, critical, preferenceSettings, data, steps } = await loadWorkflow(ctx, id)
  const own = Object.entries(data ?? {}).filter(([key]) => !SEED_KEYS.includes(key))
  return refusedAs('notification_step_invalid', () =>
    actions.createWorkflow(ctx, {
      name: `${name.slice(0, MAX_NAME - 4)} (2)`,
      description,
      notificationGroupId: groupId,
      tags,
      critical,
      preferenceSettings,
      active: false,
      data: own.length > 0 ? Object.fromEntries(own) : null,
      steps: steps.map((known) => step.parse(known)),
    }),
  )
}

/** Throws `not_found`, and `notification_workflow_bound` for one that a product event triggers. */
export const deleteWorkflow = (ctx: EnvironmentCtx, id: string): Promise<Row> =>
  inTransaction(ctx, async (tx) => {
    const row = await queries.lockWorkflow(tx, id.toLowerCase())
    if (!row) throw new AppError('not_found')
    if (isBound(row)) throw new AppError('notification_workflow_bound')
    await actions.deleteWorkflow(tx, row.id)
    return row
  })

/** What a workflow said at each version, newest first. Throws `not_found`. */
export const listVersions = async (ctx: EnvironmentCtx, id: string) => {
  const { id: workflowId } = await loadWorkflow(ctx, id)
  const versions = await queries.listVersions(ctx, workflowId)
  return versions.map((version) => ({ ...version, createdAt: new Date(version.createdAt).toISOString() }))
}

/** Makes what a workflow said at a version its content again. */
export const restoreVersion = (ctx: EnvironmentCtx, id: string, version: number): Promise<Row> =>
  inTransaction(ctx, async (tx) => {
    const row = await queries.lockWorkflow(tx, id.toLowerCase())
    const found = row && (await queries.findVersion(tx, row.id, version))
    if (!found) throw new AppError('not_found')
    const { name, steps, critical, preferenceSettings } = found.version
    if (row.active) assertRunnable(steps)
    return refusedAs('notification_step_invalid', () =>
      actions.updateWorkflow(tx, row.id, {
        name,
        critical,
        preferenceSettings,
        steps: steps.map((known) => step.parse(known)),
      }),
    )
  })
