import type { EndpointInput } from '@recado/contracts'
import type {
  createNotificationWorkflow,
  listNotificationWorkflows,
} from '@recado/contracts/admin/notification-workflows'
import { step } from '@recado/contracts/notifications/domain'
import { inTransaction } from '#server/context.ts'
import { AppError } from '#server/http/app-error.ts'
import * as actions from '#server/notifications/definitions/workflows/actions.ts'
import * as queries from '#server/notifications/definitions/workflows/queries.ts'
import type { EnvironmentCtx } from '#server/notifications/shared/context.ts'
import { refusedAs } from './refusals.ts'
import { isBound } from './workflow-view.ts'

type Row = queries.WorkflowRow

export type { WorkflowRow } from '#server/notifications/definitions/workflows/queries.ts'

type Filters = EndpointInput<typeof listNotificationWorkflows>['query']
type WorkflowForm = EndpointInput<typeof createNotificationWorkflow>['body']
type Confirmed = { confirmation?: string | undefined }

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

const lock = async (tx: EnvironmentCtx, id: string): Promise<Row> => {
  const row = await queries.lockWorkflow(tx, id.toLowerCase())
  if (!row) throw new AppError('not_found')
  return row
}

type Standing = Pick<Row, 'active' | 'critical'>

/** Whoever takes away what protects people names it. */
const assertMeant = (row: Row, after: Standing | null, { confirmation }: Confirmed) => {
  const protects = ({ active, critical }: Standing) => active && critical
  if (!protects(row) || (after && protects(after)) || confirmation === row.name) return
  throw new AppError('notification_workflow_protected', { data: { name: row.name } })
}

/**
 * Makes a new version. Throws `not_found`, `notification_step_invalid` with the reasons, `notification_workflow_empty`, and
 * `notification_workflow_protected` where a critical one would no longer reach people and its name is not said.
 */
export const updateWorkflow = (
  ctx: EnvironmentCtx,
  id: string,
  { confirmation, ...form }: WorkflowForm & Confirmed,
): Promise<Row> =>
  inTransaction(ctx, async (tx) => {
    const row = await lock(tx, id)
    assertMeant(row, form, { confirmation })
    return refusedAs('notification_step_invalid', async () => actions.updateWorkflow(tx, row.id, inputOf(form)))
  })

/** Throws `not_found`, `notification_workflow_protected`, and `notification_workflow_empty` without an active step. */
export const setWorkflowStatus = (
  ctx: EnvironmentCtx,
  id: string,
  { active, confirmation }: { active: boolean } & Confirmed,
): Promise<Row> =>
  inTransaction(ctx, async (tx) => {
    const row = await lock(tx, id)
    if (active) assertRunnable(row.steps)
    assertMeant(row, { ...row, active }, { confirmation })
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

/** Throws `not_found`, `notification_workflow_protected`, and `notification_workflow_bound` for one that a product event triggers. */
export const deleteWorkflow = (ctx: EnvironmentCtx, id: string, confirmed: Confirmed): Promise<Row> =>
  inTransaction(ctx, async (tx) => {
    const row = await lock(tx, id)
    if (isBound(row)) throw new AppError('notification_workflow_bound')
    assertMeant(row, null, confirmed)
    await actions.deleteWorkflow(tx, row.id)
    return row
  })

/** What a workflow said at each version, newest first. Throws `not_found`. */
export const listVersions = async (ctx: EnvironmentCtx, id: string) => {
  const { id: workflowId } = await loadWorkflow(ctx, id)
  const versions = await queries.listVersions(ctx, workflowId)
  return versions.map((version) => ({ ...version, createdAt: new Date(version.createdAt).toISOString() }))
}

/** Makes what a workflow said at a version its content again. What is critical now stays so. */
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
        critical: critical || row.critical,
        preferenceSettings,
        steps: steps.map((known) => step.parse(known)),
      }),
    )
  })
