import { isDeepStrictEqual } from 'node:util'
import { announceChange, type EnvironmentCtx } from '#server/notifications/shared/context.ts'
import { creatorOf, recordChange } from '../changes/record.ts'
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
  | 'subscriberVariables'
  | 'reservedVariables'
  | 'blueprintId'
>

/** The part of it that can be changed. */
export type Content = Omit<Saved, 'identifier' | 'blueprintId'>

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
  subscriberVariables: row.subscriberVariables,
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

const plain = (value: object): Record<string, unknown> => JSON.parse(JSON.stringify(value))

/**
 * Writes the content of a workflow that the caller has locked. Whatever runs say or look like makes a new version;
 * content that is as it was is not written.
 */
export const saveContent = async (
  ctx: EnvironmentCtx,
  row: queries.WorkflowRow,
  content: Content,
): Promise<queries.WorkflowRow> => {
  const { active: wasActive, ...before } = snapshotOf(row)
  const { active, ...after } = content
  const changed = !isDeepStrictEqual(plain({ ...before, ...after }), plain(before))
  if (!changed && active === wasActive) return row
  const saved = await queries.updateWorkflowRow(ctx, row.id, {
    ...content,
    version: changed ? row.version + 1 : row.version,
  })
  if (changed) await saveVersion(ctx, saved)
  await recordChange(ctx, { type: 'NotificationTemplate', entityId: row.id, snapshot: snapshotOf(saved) })
  announceChange(ctx)
  return saved
}
