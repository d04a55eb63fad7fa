import { creatorOf } from '../changes/record.ts'
import type { EnvironmentCtx } from '../context.ts'
import * as queries from './queries.ts'

/** What makes up a workflow, wherever it lives. */
export type Saved = Pick<
  queries.WorkflowRow,
  | 'groupId'
  | 'name'
  | 'identifier'
  | 'description'
  | 'tags'
  | 'active'
  | 'critical'
  | 'preferenceSettings'
  | 'data'
  | 'steps'
  | 'variables'
  | 'reservedVariables'
  | 'blueprintId'
>

export const snapshotOf = (row: Saved): Saved => ({
  groupId: row.groupId,
  name: row.name,
  identifier: row.identifier,
  description: row.description,
  tags: row.tags,
  active: row.active,
  critical: row.critical,
  preferenceSettings: row.preferenceSettings,
  data: row.data,
  steps: row.steps,
  variables: row.variables,
  reservedVariables: row.reservedVariables,
  blueprintId: row.blueprintId,
})

/** Keeps what the row says now under its version. */
export const saveVersion = (ctx: EnvironmentCtx, row: queries.WorkflowRow): Promise<void> =>
  queries.insertVersion(ctx, {
    workflowId: row.id,
    version: row.version,
    name: row.name,
    steps: row.steps,
    critical: row.critical,
    preferenceSettings: row.preferenceSettings,
    createdBy: creatorOf(ctx),
    createdAt: ctx.now(),
  })
