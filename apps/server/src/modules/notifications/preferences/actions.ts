import type { ChannelType } from '@recado/contracts/notifications/domain'
import type { GlobalPreference, WorkflowPreference } from '@recado/contracts/notifications/preferences'
import type { SubscriberCtx } from '../context.ts'
import { notFound } from '../wire/errors.ts'
import { channelsOf, workflowDirectory } from '../workflows/directory.ts'
import { findWorkflow, type WorkflowRow } from '../workflows/queries.ts'
import { EVERYTHING, findPreferences, type PreferenceFlags, type PreferenceRow, savePreference } from './queries.ts'
import { preferenceRecord, resolveWorkflowPreference } from './resolve.ts'

type Workflow = Pick<
  WorkflowRow,
  'id' | 'name' | 'critical' | 'tags' | 'identifier' | 'data' | 'preferenceSettings' | 'steps'
>
type Choice = { type: ChannelType; enabled: boolean }

const workflowItem = (workflow: Workflow, row: PreferenceRow | undefined): WorkflowPreference => ({
  template: {
    _id: workflow.id,
    name: workflow.name,
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
  const [{ byId }, rows] = await Promise.all([workflowDirectory(ctx), findPreferences(ctx)])
  return [...byId.values()]
    .filter(({ active }) => active)
    .map((workflow) => workflowItem(workflow, rows.get(workflow.id)))
}

/** What the subscriber wants in general: a list of one. */
export const listGlobalPreference = async (ctx: SubscriberCtx): Promise<GlobalPreference[]> => [
  globalItem((await findPreferences(ctx)).get(EVERYTHING)),
]

export const listPreferencesByLevel = (ctx: SubscriberCtx, level: 'template' | 'global') =>
  level === 'global' ? listGlobalPreference(ctx) : listPreferences(ctx)

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
  return workflowItem(workflow, await savePreference(ctx, workflow.id, flags))
}

/** Changes what the subscriber receives in general. */
export const setGlobalPreference = async (
  ctx: SubscriberCtx,
  choice: { preferences?: Choice[] | null | undefined; enabled?: boolean | undefined },
): Promise<GlobalPreference> =>
  globalItem(await savePreference(ctx, EVERYTHING, flagsOf(choice.preferences ?? [], choice.enabled)))
