import type { EndpointResult } from '@recado/contracts'
import type { getNotificationWorkflow, listNotificationWorkflows } from '@recado/contracts/admin/notification-workflows'
import { translationsOf } from '#server/notifications/audience/preferences/translate.ts'
import { listGroups } from '#server/notifications/definitions/groups/queries.ts'
import { samplePayload } from '#server/notifications/definitions/templates/sample-payload.ts'
import { channelsOf } from '#server/notifications/definitions/workflows/directory.ts'
import { listActiveChannels, type WorkflowRow } from '#server/notifications/definitions/workflows/queries.ts'
import type { EnvironmentCtx } from '#server/notifications/shared/context.ts'
import { countByWorkflow, type WorkflowCounts } from './queries/counts.ts'

type Summary = EndpointResult<typeof listNotificationWorkflows>['data'][number]
type Detail = EndpointResult<typeof getNotificationWorkflow>

const nothing: WorkflowCounts = { triggers: 0, sent: 0, failed: 0 }

/** Whether the product itself triggers the workflow: it seeded it, and notes as what in the workflow's data. */
export const isBound = ({ data }: Pick<WorkflowRow, 'data'>): boolean => Boolean(data?.['seed'])

type Known = { groups: Map<string, string>; counts: Map<string, WorkflowCounts> }

const knownOf = async (ctx: EnvironmentCtx): Promise<Known> => ({
  groups: new Map((await listGroups(ctx)).map(({ id, name }) => [id, name])),
  counts: await countByWorkflow(ctx),
})

const summaryOf = (row: WorkflowRow, { groups, counts }: Known): Summary => {
  const group = groups.get(row.groupId)
  const { triggers, sent, failed } = counts.get(row.id) ?? nothing
  return {
    id: row.id,
    name: row.name,
    identifier: row.identifier,
    group: group === undefined ? null : { id: row.groupId, name: group },
    translations: translationsOf(row.data),
    tags: row.tags,
    stepTypes: [...new Set(row.steps.map(({ template }) => template.type))],
    critical: row.critical,
    active: row.active,
    bound: isBound(row),
    version: row.version,
    triggers24h: triggers,
    sent24h: sent,
    failed24h: failed,
    updatedAt: row.updatedAt.toISOString(),
  }
}

export const workflowSummaries = async (ctx: EnvironmentCtx, rows: readonly WorkflowRow[]): Promise<Summary[]> => {
  const known = await knownOf(ctx)
  return rows.map((row) => summaryOf(row, known))
}

export const workflowDetail = async (ctx: EnvironmentCtx, row: WorkflowRow): Promise<Detail> => {
  const served = new Set((await listActiveChannels(ctx)).map(({ channel }) => channel))
  const { email = true, sms = true, in_app = true, chat = true, push = true } = row.preferenceSettings
  const demands = (type: 'tenant' | 'actor') => row.reservedVariables.some((reserved) => reserved.type === type)
  return {
    ...summaryOf(row, await knownOf(ctx)),
    description: row.description,
    preferenceSettings: { email, sms, in_app, chat, push },
    data: row.data,
    steps: row.steps,
    variables: row.variables,
    subscriberVariables: row.subscriberVariables,
    needsTenant: demands('tenant'),
    needsActor: demands('actor'),
    samplePayload: samplePayload(row.variables),
    missingIntegrations: channelsOf(row.steps).filter((channel) => !served.has(channel)),
  }
}
