import { randomBytes } from 'node:crypto'
import type { NewWorkflow, WorkflowChanges } from '@recado/contracts/notifications/workflows'
import slugify from '@sindresorhus/slugify'
import { inTransaction } from '#server/context.ts'
import { announceChange, type EnvironmentCtx } from '#server/notifications/shared/context.ts'
import { conflict, notFound } from '#server/notifications/shared/errors.ts'
import { createNotificationId } from '#server/notifications/shared/ids.ts'
import { creatorOf, recordChange } from '../changes/record.ts'
import { assertGroup, assertSteps } from './check.ts'
import { deleteOverridesOfWorkflow } from './overrides/queries.ts'
import { fillPreferences } from './preference-settings.ts'
import * as queries from './queries.ts'
import { assertRootEnvironment } from './root-only.ts'
import { type Content, saveContent, saveVersion, snapshotOf } from './save.ts'
import { storeSteps } from './steps.ts'
import { variablesOf } from './variables.ts'

const IDENTIFIER_TRIES = 5

const identifierOf = (name: string): string => slugify(name, { decamelize: false }) || 'workflow'

/** Saves the new row under the identifier, which must be free. */
const insertIdentified = async (ctx: EnvironmentCtx, values: queries.NewWorkflowRow): Promise<queries.WorkflowRow> => {
  const row = await queries.insertWorkflow(ctx, values)
  if (!row) throw conflict(`A workflow with the identifier ${values.identifier} exists already`)
  return row
}

/** Saves the new row under the identifier, or with a suffix when that is taken. */
const insertNamed = async (ctx: EnvironmentCtx, values: queries.NewWorkflowRow): Promise<queries.WorkflowRow> => {
  for (let tries = 0; tries < IDENTIFIER_TRIES; tries++) {
    const suffix = tries === 0 ? '' : `-${randomBytes(3).toString('hex')}`
    const row = await queries.insertWorkflow(ctx, { ...values, identifier: values.identifier + suffix })
    if (row) return row
  }
  throw new Error('No free identifier was found')
}

/** The identifier is made from the name unless one is given, which must then be free (409). */
export type WorkflowInput = NewWorkflow & { identifier?: string | undefined }

const loadLocked = async (ctx: EnvironmentCtx, id: string): Promise<queries.WorkflowRow> => {
  const row = await queries.lockWorkflow(ctx, id)
  if (!row) throw notFound(`Workflow with id ${id} not found`)
  return row
}

/** Makes a workflow with its first version. */
export const createWorkflow = (ctx: EnvironmentCtx, input: WorkflowInput): Promise<queries.WorkflowRow> =>
  inTransaction(ctx, async (tx) => {
    assertRootEnvironment(tx)
    await assertGroup(tx, input.notificationGroupId)
    await assertSteps(tx, input.steps)
    const steps = storeSteps(input.steps)
    const insert = input.identifier === undefined ? insertNamed : insertIdentified
    const row = await insert(tx, {
      id: createNotificationId(),
      environmentId: tx.environment.id,
      groupId: input.notificationGroupId,
      creatorId: creatorOf(tx),
      name: input.name,
      identifier: input.identifier ?? identifierOf(input.name),
      description: input.description ?? null,
      tags: input.tags ?? [],
      active: input.active ?? input.draft === false,
      critical: input.critical ?? false,
      preferenceSettings: fillPreferences(input.preferenceSettings),
      data: input.data ?? null,
      steps,
      ...variablesOf(steps),
      blueprintId: input.blueprintId ?? null,
      createdAt: tx.now(),
      updatedAt: tx.now(),
    })
    await saveVersion(tx, row)
    await recordChange(tx, { type: 'NotificationTemplate', entityId: row.id, snapshot: snapshotOf(row) })
    announceChange(tx)
    return row
  })

const contentAfter = (row: queries.WorkflowRow, changes: WorkflowChanges): Content => {
  const steps = changes.steps ? storeSteps(changes.steps, row.steps) : row.steps
  return {
    groupId: changes.notificationGroupId ?? row.groupId,
    name: changes.name ?? row.name,
    description: changes.description === undefined ? row.description : changes.description,
    tags: changes.tags ?? row.tags,
    active: changes.active ?? row.active,
    critical: changes.critical ?? row.critical,
    preferenceSettings: changes.preferenceSettings
      ? fillPreferences(changes.preferenceSettings)
      : row.preferenceSettings,
    data: changes.data === undefined ? row.data : changes.data,
    steps,
    ...variablesOf(steps),
  }
}

/** Changes what is given. Whatever runs say or look like makes a new version; runs in progress keep theirs. */
export const updateWorkflow = (
  ctx: EnvironmentCtx,
  id: string,
  changes: WorkflowChanges,
): Promise<queries.WorkflowRow> =>
  inTransaction(ctx, async (tx) => {
    assertRootEnvironment(tx)
    const row = await loadLocked(tx, id)
    if (changes.notificationGroupId && changes.notificationGroupId !== row.groupId)
      await assertGroup(tx, changes.notificationGroupId)
    if (changes.steps) await assertSteps(tx, changes.steps)
    return saveContent(tx, row, contentAfter(row, changes))
  })

/** Switches a workflow on or off; that is no new version. */
export const setWorkflowStatus = (ctx: EnvironmentCtx, id: string, active: boolean): Promise<queries.WorkflowRow> =>
  updateWorkflow(ctx, id, { active })

/** Takes a workflow away; its runs in progress go on with the version they have. */
export const deleteWorkflow = (ctx: EnvironmentCtx, id: string): Promise<void> =>
  inTransaction(ctx, async (tx) => {
    assertRootEnvironment(tx)
    const row = await loadLocked(tx, id)
    await queries.updateWorkflowRow(tx, row.id, { active: false, deletedAt: tx.now() })
    await deleteOverridesOfWorkflow(tx, row.id)
    await recordChange(tx, { type: 'NotificationTemplate', entityId: row.id, snapshot: null })
    announceChange(tx)
  })
