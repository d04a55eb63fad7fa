import type { ChannelType } from '@recado/contracts/notifications/domain'
import type { GlobalPreference, WorkflowPreference } from '@recado/contracts/notifications/preferences'
import { listGroups } from '#server/notifications/definitions/groups/queries.ts'
import { channelsOf, workflowDirectory } from '#server/notifications/definitions/workflows/directory.ts'
import { findWorkflow, type WorkflowRow } from '#server/notifications/definitions/workflows/queries.ts'
import { createEnvironmentCache, type SubscriberCtx } from '#server/notifications/shared/context.ts'
import { notFound } from '#server/notifications/shared/errors.ts'
import {
  EVERYTHING,
  findPreferences,
  type PreferenceFlags,
  type PreferenceRow,
  type Restraint,
  savePreference,
} from './queries.ts'
import { preferenceRecord, resolveWorkflowPreference } from './resolve.ts'
import { translate } from './translate.ts'

type Workflow = Pick<
  WorkflowRow,
  'id' | 'name' | 'groupId' | 'critical' | 'tags' | 'identifier' | 'data' | 'preferenceSettings' | 'steps'
>
type Choice = { type: ChannelType; enabled: boolean }

const groupNames = createEnvironmentCache(
  async (ctx) => new Map((await listGroups(ctx)).map(({ id, name }) => [id, name])),
)

type Groups = ReadonlyMap<string, string>

const workflowItem = (
  { subscriber: { locale } }: SubscriberCtx,
  workflow: Workflow,
  groups: Groups,
  row: PreferenceRow | undefined,
): WorkflowPreference => ({
  template: {
    _id: workflow.id,
    name: translate(workflow.name, workflow.data, locale),
    group: translate(groups.get(workflow.groupId) ?? '', workflow.data, locale),
    critical: workflow.critical,
    tags: workflow.tags,
    triggers: [{ identifier: workflow.identifier }],
    data: workflow.data ?? {},
  },
  preference: resolveWorkflowPreference({
    channels: channelsOf(workflow.steps),
    workflow: workflow.preferenceSettings,
    override: null,
    subscriber: row ? preferenceRecord(row) : null,
  }),
})

const globalItem = (row: PreferenceRow | undefined): GlobalPreference => ({
  preference: {
    enabled: row?.enabled ?? true,
    channels: {
      email: row?.email ?? true,
      sms: row?.sms ?? true,
      in_app: row?.inApp ?? true,
      chat: row?.chat ?? true,
      push: row?.push ?? true,
    },
  },
})

/** What the subscriber receives of each active workflow, critical ones included. */
export const listPreferences = async (ctx: SubscriberCtx): Promise<WorkflowPreference[]> => {
  const [{ byId }, groups, rows] = await Promise.all([workflowDirectory(ctx), groupNames(ctx), findPreferences(ctx)])
  return [...byId.values()]
    .filter(({ active }) => active)
    .map((workflow) => workflowItem(ctx, workflow, groups, rows.get(workflow.id)))
}

/** What the subscriber wants in general: a list of one. */
export const listGlobalPreferences = async (ctx: SubscriberCtx): Promise<GlobalPreference[]> => [
  globalItem((await findPreferences(ctx)).get(EVERYTHING)),
]

export const listPreferencesByLevel = (ctx: SubscriberCtx, level: 'template' | 'global') =>
  level === 'global' ? listGlobalPreferences(ctx) : listPreferences(ctx)

const flagsOf = (choices: readonly Choice[], enabled: boolean | undefined): PreferenceFlags => ({
  ...Object.fromEntries(choices.map(({ type, enabled }) => [type === 'in_app' ? 'inApp' : type, enabled])),
  ...(enabled === undefined ? {} : { enabled }),
})

/** Changes what the subscriber receives of a workflow; 404 when there is none of this id. */
export const setPreference = async (
  ctx: SubscriberCtx,
  workflowId: string,
  choice: { channel?: Choice | null | undefined; enabled?: boolean | undefined },
): Promise<WorkflowPreference> => {
  const workflow = await findWorkflow(ctx, workflowId.toLowerCase())
  if (!workflow) throw notFound(`Workflow with id ${workflowId} not found`)
  const flags = flagsOf(choice.channel ? [choice.channel] : [], choice.enabled)
  const row = await savePreference(ctx, workflow.id, flags)
  return workflowItem(ctx, workflow, await groupNames(ctx), row)
}

/** Changes what the subscriber receives in general. */
export const setGlobalPreference = async (
  ctx: SubscriberCtx,
  choice: { preferences?: Choice[] | null | undefined; enabled?: boolean | undefined },
): Promise<GlobalPreference> =>
  globalItem(await savePreference(ctx, EVERYTHING, flagsOf(choice.preferences ?? [], choice.enabled)))

/** When other channels than the inbox wait, and whom (identifiers of tenants) the subscriber does not want to hear of. */
export const readRestraint = async (ctx: SubscriberCtx): Promise<Restraint> => {
  const row = (await findPreferences(ctx)).get(EVERYTHING)
  return { quietHours: row?.quietHours ?? null, mutedTenants: row?.mutedTenants ?? null }
}

export const saveRestraint = async (ctx: SubscriberCtx, restraint: Restraint): Promise<Restraint> => {
  const { quietHours, mutedTenants } = await savePreference(ctx, EVERYTHING, restraint)
  return { quietHours, mutedTenants }
}
