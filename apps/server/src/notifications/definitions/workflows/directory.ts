import { type ChannelType, channelTypes } from '@recado/contracts/notifications/domain'
import type { StoredStep } from '#server/db/schema/notifications/workflows.ts'
import { createCache } from '#server/lib/cache.ts'
import { perDeps } from '#server/lib/per-deps.ts'
import { createEnvironmentCache, type EnvironmentCtx } from '#server/notifications/shared/context.ts'
import * as queries from './queries.ts'

/** A workflow as the engine runs it, at one version. */
export type WorkflowDefinition = Pick<
  queries.WorkflowRow,
  | 'id'
  | 'version'
  | 'identifier'
  | 'name'
  | 'active'
  | 'critical'
  | 'tags'
  | 'preferenceSettings'
  | 'data'
  | 'variables'
  | 'reservedVariables'
  | 'groupId'
> & {
  steps: StoredStep[]
  activeSteps: StoredStep[]
  /** Channels of the active steps. */
  channels: ChannelType[]
}

export type WorkflowDirectory = {
  byIdentifier: Map<string, WorkflowDefinition>
  byId: Map<string, WorkflowDefinition>
}

/** Channels that the active ones of the steps use. */
export const channelsOf = (steps: readonly StoredStep[]): ChannelType[] => {
  const used = new Set(steps.filter(({ active }) => active).map(({ template }) => template.type))
  return channelTypes.filter((channel) => used.has(channel))
}

const defineWorkflow = (row: queries.WorkflowRow): WorkflowDefinition => ({
  id: row.id,
  version: row.version,
  identifier: row.identifier,
  name: row.name,
  active: row.active,
  critical: row.critical,
  tags: row.tags,
  preferenceSettings: row.preferenceSettings,
  data: row.data,
  variables: row.variables,
  reservedVariables: row.reservedVariables,
  groupId: row.groupId,
  steps: row.steps,
  activeSteps: row.steps.filter(({ active }) => active),
  channels: channelsOf(row.steps),
})

const DIRECTORY_MS = 60_000

/** The workflows of the environment as they are now, without deleted ones. Cached; a write renews it everywhere. */
export const workflowDirectory: (ctx: EnvironmentCtx) => Promise<WorkflowDirectory> = createEnvironmentCache(
  async (ctx) => {
    const workflows = (await queries.listAllWorkflows(ctx)).map(defineWorkflow)
    return {
      byIdentifier: new Map(workflows.map((workflow) => [workflow.identifier, workflow])),
      byId: new Map(workflows.map((workflow) => [workflow.id, workflow])),
    }
  },
  DIRECTORY_MS,
)

const MAX_VERSIONS = 5000
const versionsOf = perDeps(() => createCache<WorkflowDefinition>({ max: MAX_VERSIONS }))

const readVersion = async (ctx: EnvironmentCtx, workflowId: string, version: number): Promise<WorkflowDefinition> => {
  const found = await queries.findVersion(ctx, workflowId, version)
  if (!found) throw new Error(`Workflow ${workflowId} has no version ${version}`)
  const { name, steps, critical, preferenceSettings } = found.version
  return defineWorkflow({ ...found.workflow, version, name, steps, critical, preferenceSettings })
}

/**
 * What a workflow said at a version, also when it was deleted since; throws when there is no such version. Versions
 * never change and are kept; `active` is not part of them and tells nothing here.
 */
export const workflowVersion = (
  ctx: EnvironmentCtx,
  workflowId: string,
  version: number,
): Promise<WorkflowDefinition> => {
  const versions = versionsOf(ctx.deps)
  const key = `${ctx.environment.id}:${workflowId}:${version}`
  const read = () => readVersion(ctx, workflowId, version)
  // A version that is being written may yet be rolled back, so a transaction only reads what is kept.
  return ctx.inTransaction && versions.get(key) === undefined ? read() : versions.load(key, read)
}
