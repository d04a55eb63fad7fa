import { type ChannelType, channelTypes } from '@recado/contracts/notifications/domain'
import type { EnvironmentCtx } from '#server/notifications/shared/context.ts'
import { channelsOf } from './directory.ts'
import * as queries from './queries.ts'

type Part = Omit<queries.WorkflowRow['steps'][number], 'variants'>

const partView = ({ template, _parentId, ...part }: Part) => ({
  ...part,
  id: part._id,
  _parentId: _parentId ?? null,
  name: part.name ?? template.name,
  template: {
    ...template,
    active: true,
    _feedId: template.feedId ?? null,
    _layoutId: template.layoutId ?? null,
  },
})

const triggerOf = (row: queries.WorkflowRow) => ({
  type: 'event' as const,
  identifier: row.identifier,
  variables: row.variables,
  subscriberVariables: row.subscriberVariables,
  reservedVariables: row.reservedVariables,
})

type ActiveChannels = Map<ChannelType, { hasPrimary: boolean }>
const withPrimary: readonly ChannelType[] = ['email', 'sms']

const integrationStatus = (row: queries.WorkflowRow, active: ActiveChannels) => {
  const statusOf = (channel: ChannelType) => ({
    hasActiveIntegrations: active.has(channel),
    ...(withPrimary.includes(channel) ? { hasPrimaryIntegrations: active.get(channel)?.hasPrimary ?? false } : {}),
  })
  const used = channelsOf(row.steps)
  const needPrimary = used.filter((channel) => withPrimary.includes(channel))
  return {
    hasActiveIntegrations: used.every((channel) => active.has(channel)),
    ...(needPrimary.length > 0
      ? { hasPrimaryIntegrations: needPrimary.every((channel) => active.get(channel)?.hasPrimary) }
      : {}),
    channels: Object.fromEntries(channelTypes.map((channel) => [channel, statusOf(channel)])),
  }
}

type Group = Awaited<ReturnType<typeof queries.listGroupsByIds>>[number]

const viewOf = (ctx: EnvironmentCtx, row: queries.WorkflowRow, group: Group | undefined, active: ActiveChannels) => {
  const scope = { _environmentId: ctx.environment.id, _organizationId: ctx.environment.organizationId }
  return {
    _id: row.id,
    id: row.id,
    ...scope,
    _creatorId: row.creatorId,
    ...(row.parentId ? { _parentId: row.parentId } : {}),
    ...(row.blueprintId ? { blueprintId: row.blueprintId } : {}),
    name: row.name,
    ...(row.description === null ? {} : { description: row.description }),
    active: row.active,
    draft: !row.active,
    critical: row.critical,
    isBlueprint: false,
    tags: row.tags,
    preferenceSettings: row.preferenceSettings,
    ...(row.data ? { data: row.data } : {}),
    steps: row.steps.map(({ variants, ...step }) => ({
      ...partView(step),
      ...(variants ? { variants: variants.map(partView) } : {}),
    })),
    triggers: [triggerOf(row)],
    _notificationGroupId: row.groupId,
    ...(group
      ? {
          notificationGroup: {
            _id: group.id,
            name: group.name,
            ...scope,
            ...(group.parentId ? { _parentId: group.parentId } : {}),
          },
        }
      : {}),
    workflowIntegrationStatus: integrationStatus(row, active),
    deleted: false,
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
  }
}

/** Workflows in the wire's shape, with their groups and what their channels can be sent with. */
export const workflowViews = async (ctx: EnvironmentCtx, rows: readonly queries.WorkflowRow[]) => {
  if (rows.length === 0) return []
  const groups = await queries.listGroupsByIds(ctx, [...new Set(rows.map(({ groupId }) => groupId))])
  const byId = new Map(groups.map((group) => [group.id, group]))
  const active = new Map((await queries.listActiveChannels(ctx)).map(({ channel, ...facts }) => [channel, facts]))
  return rows.map((row) => viewOf(ctx, row, byId.get(row.groupId), active))
}

/** One workflow in the wire's shape. */
export const workflowView = async (ctx: EnvironmentCtx, row: queries.WorkflowRow) => {
  const [view] = await workflowViews(ctx, [row])
  if (!view) throw new Error('no view')
  return view
}
