import type { NamedV1Endpoint } from '@recado/contracts/notifications/openapi'
import { type V1World, workflowBody } from './v1-world.ts'

// How each endpoint of the notification API is called properly: names for its path, its query and its body.

export type V1Call = { method: NamedV1Endpoint['endpoint']['method']; url: string; payload?: object }

type IdOf = (world: V1World) => string
type Values = (world: V1World) => Record<string, unknown>

const ofArea: Record<string, Record<string, IdOf>> = {
  groups: { id: (w) => w.groupId },
  layouts: { id: (w) => w.layoutId },
  feeds: { id: (w) => w.feedId },
  workflows: { id: (w) => w.workflowId, idOrIdentifier: (w) => w.workflowId },
  overrides: { id: (w) => w.overrideId },
  changes: { id: (w) => w.changeId },
  tenants: { identifier: (w) => w.tenantIdentifier },
}

const common: Record<string, IdOf> = {
  subscriberId: (w) => w.subscriberId,
  topicKey: (w) => w.topicKey,
  messageId: (w) => w.messageId,
  transactionId: (w) => w.transactionId,
  workflowId: (w) => w.workflowId,
  tenantId: (w) => w.tenantId,
  integrationId: (w) => w.integrationId,
  memberId: (w) => w.memberId,
  notificationId: (w) => w.runId,
  environmentId: (w) => w.environment.id,
  organizationId: (w) => w.organization.id,
  providerOrIntegrationId: (w) => w.integrationId,
  integrationIdentifierOrId: (w) => w.integrationId,
  providerId: () => 'discord',
  channel: () => 'email',
  channelType: () => 'email',
  level: () => 'template',
  type: () => 'primary',
}

/** Where an endpoint needs another one than its neighbours. */
const own: Record<string, Record<string, IdOf>> = {
  deleteTopic: { topicKey: (w) => w.emptyTopicKey },
  groups_remove: { id: (w) => w.spareGroupId },
}

const queries: Record<string, Values> = {
  changes_list: () => ({ promoted: 'false' }),
  listExecutionDetails: (w) => ({ notificationId: w.runId, subscriberId: w.subscriberId }),
  listActivity: (w) => ({ subscriberIds: w.subscriberId, templates: w.workflowId }),
  listMessages: (w) => ({ transactionId: w.transactionId }),
  removeAllWidgetMessages: (w) => ({ feedId: w.feedId }),
}

const trigger: Values = (w) => ({ name: w.workflowIdentifier, to: w.subscriberId, payload: { count: 2 } })
const mark: Values = (w) => ({ messageId: w.messageId, mark: { seen: true } })
const markAs: Values = (w) => ({ messageId: w.messageId, markAs: 'read' })
const archive: Values = (w) => ({ messageId: w.messageId, archived: true })
const snooze: Values = (w) => ({ messageId: w.messageId, snoozedUntil: new Date(Date.now() + 60_000).toISOString() })
const credentials: Values = () => ({ providerId: 'discord', credentials: { webhookUrl: 'https://example.com/hook' } })
const preference: Values = () => ({ channel: { type: 'in_app', enabled: false } })
const globalPreference: Values = () => ({ preferences: [{ type: 'email', enabled: false }] })

const bodies: Record<string, Values> = {
  triggerEvent: trigger,
  triggerEventsInBulk: (w) => ({ events: [trigger(w)] }),
  broadcastEvent: (w) => ({ name: w.workflowIdentifier, payload: { count: 3 } }),
  identifySubscriber: (w) => ({ subscriberId: w.subscriberId, lastName: 'Another' }),
  bulkCreateSubscribers: (w) => ({ subscribers: [{ subscriberId: w.subscriberId, lastName: 'Another' }] }),
  updateSubscriber: () => ({ lastName: 'Another' }),
  setSubscriberCredentials: credentials,
  appendSubscriberCredentials: credentials,
  setSubscriberOnline: () => ({ isOnline: true }),
  createTopic: (w) => ({ key: `${w.key}-new`, name: 'New' }),
  renameTopic: () => ({ name: 'Renamed' }),
  addTopicSubscribers: (w) => ({ subscribers: [w.subscriberId] }),
  removeTopicSubscribers: (w) => ({ subscribers: [w.subscriberId] }),
  createTenant: (w) => ({ identifier: `${w.key}-new`, name: 'New' }),
  updateTenant: () => ({ name: 'Renamed' }),
  workflows_0_create: (w) => workflowBody('New', w.groupId),
  workflows_1_create: (w) => workflowBody('New', w.groupId),
  workflows_0_update: () => ({ name: 'Renamed' }),
  workflows_1_update: () => ({ name: 'Renamed' }),
  workflows_0_setStatus: () => ({ active: false }),
  workflows_1_setStatus: () => ({ active: false }),
  groups_create: () => ({ name: 'New' }),
  groups_update: () => ({ name: 'Renamed' }),
  layouts_create: () => ({ name: 'New', identifier: 'new', content: '{{{body}}}' }),
  layouts_update: () => ({ name: 'Renamed' }),
  feeds_create: () => ({ name: 'New' }),
  overrides_create: (w) => ({ workflowId: w.workflowId, tenantId: w.otherTenantId }),
  overrides_update: () => ({ active: false }),
  overrides_updateOfPair: () => ({ active: false }),
  changes_applyMany: (w) => ({ changeIds: [w.changeId] }),
  createIntegration: () => ({ providerId: 'mattermost', channel: 'chat', check: false }),
  updateIntegration: () => ({ name: 'Renamed', check: false }),
  renameOrganization: () => ({ name: 'Renamed' }),
  updateBranding: () => ({ color: '#123456' }),
  updateMemberRole: () => ({ role: 'admin' }),
  markSubscriberMessages: mark,
  markSubscriberMessagesAs: markAs,
  markAllSubscriberMessages: () => ({ markAs: 'read' }),
  actOnSubscriberMessage: () => ({ status: 'done' }),
  setSubscriberPreference: preference,
  setSubscriberGlobalPreference: globalPreference,
  setWidgetPreference: preference,
  setWidgetGlobalPreference: globalPreference,
  markWidgetMessages: mark,
  markWidgetMessagesAs: markAs,
  archiveWidgetMessages: archive,
  snoozeWidgetMessages: snooze,
  markAllWidgetMessagesRead: () => ({}),
  markAllWidgetMessagesSeen: () => ({}),
  removeWidgetMessages: (w) => ({ messageIds: [w.messageId] }),
  actOnWidgetMessage: () => ({ status: 'done' }),
  logWidgetUsage: () => ({ name: 'click' }),
  startWidgetSession: (w) => ({ applicationIdentifier: w.identifier, subscriberId: w.subscriberId }),
}

export const paramsOf = (path: string): string[] => [...path.matchAll(/:(\w+)/g)].map((match) => match[1] ?? '')

/** A proper call; `given` replaces parameters of the path. */
export const v1CallOf = (
  { name, area, endpoint }: NamedV1Endpoint,
  world: V1World,
  given: Record<string, string> = {},
): V1Call => {
  const values = { ...common, ...ofArea[area], ...own[name] }
  const path = endpoint.path.replaceAll(/:(\w+)/g, (_, param: string) => {
    const value = given[param] ?? values[param]?.(world)
    if (value === undefined) throw new Error(`Say in v1-calls.ts what ${param} of ${name} names`)
    return encodeURIComponent(value)
  })
  const query = new URLSearchParams(queries[name]?.(world) as Record<string, string> | undefined).toString()
  const body = bodies[name]
  if (endpoint.body && !body && endpoint.auth !== 'dashboard') throw new Error(`Say in v1-calls.ts what ${name} sends`)
  const payload = body?.(world) ?? (endpoint.body ? {} : undefined)
  return { method: endpoint.method, url: query ? `${path}?${query}` : path, ...(payload && { payload }) }
}
