import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { type DetailMoment, detailMoments } from './notifications/details.ts'
import {
  channelFlags,
  channelTypes,
  detailStatuses,
  notificationId,
  notificationJobStatuses,
  step,
  stepTemplate,
  stepTypes,
  triggerStatuses,
} from './notifications/domain.ts'
import { instant, pageOf, pageQuery, version } from './shared.ts'

// The administration of the product's own notification environment, at /admin/notifications.

const record = z.record(z.string(), z.unknown())
const byId = z.object({ id: notificationId })
const channelType = z.enum(channelTypes)
const moments = Object.keys(detailMoments) as [DetailMoment, ...DetailMoment[]]

const variable = z.object({
  name: z.string(),
  type: z.string(),
  required: z.boolean().optional(),
  defaultValue: z.union([z.string(), z.boolean()]).optional(),
})

const workflowSummary = z.object({
  id: notificationId,
  name: z.string(),
  identifier: z.string(),
  group: z.object({ id: notificationId, name: z.string() }).nullable(),
  tags: z.array(z.string()),
  stepTypes: z.array(z.enum(stepTypes)),
  critical: z.boolean(),
  active: z.boolean(),
  /** A product event triggers it, so it cannot be deleted. */
  bound: z.boolean(),
  version: z.number().int(),
  /** Of the last 24 hours: each trigger counts once a subscriber. Only the newest 200,000 are counted. */
  triggers24h: z.number().int(),
  sent24h: z.number().int(),
  failed24h: z.number().int(),
  updatedAt: instant,
})

const storedPart = z.looseObject({
  _id: z.string(),
  uuid: z.string(),
  active: z.boolean(),
  shouldStopOnFail: z.boolean(),
  template: z.looseObject({ type: z.enum(stepTypes) }),
})

const workflowDetail = workflowSummary.extend({
  description: z.string().nullable(),
  preferenceSettings: channelFlags.required(),
  data: record.nullable(),
  steps: z.array(storedPart.extend({ variants: z.array(storedPart).optional() })),
  variables: z.array(variable),
  subscriberVariables: z.array(z.object({ name: z.string() })),
  needsTenant: z.boolean(),
  needsActor: z.boolean(),
  samplePayload: record,
  /** Channels that its steps use and no active integration serves. */
  missingIntegrations: z.array(channelType),
})

const workflowInput = z.object({
  name: z.string().trim().min(1).max(200),
  description: z.string().max(1000).nullable(),
  groupId: notificationId,
  tags: z.array(z.string().trim().min(1).max(100)).max(50),
  critical: z.boolean(),
  active: z.boolean(),
  preferenceSettings: channelFlags.required(),
  steps: z.array(step).max(50),
})

export const listNotificationWorkflows = endpoint({
  method: 'GET',
  path: '/api/v1/admin/notifications/workflows',
  can: 'admin.notifications',
  summary: 'The workflows of the product with what they did in the last day',
  query: z.object({
    search: z.string().max(200).optional(),
    groupId: notificationId.optional(),
    active: z.enum(['true', 'false']).optional(),
  }),
  response: z.object({ data: z.array(workflowSummary) }),
})

export const getNotificationWorkflow = endpoint({
  method: 'GET',
  path: '/api/v1/admin/notifications/workflows/:id',
  can: 'admin.notifications',
  summary: 'A workflow with its steps, variables and a sample payload',
  params: byId,
  response: workflowDetail,
})

export const createNotificationWorkflow = endpoint({
  method: 'POST',
  path: '/api/v1/admin/notifications/workflows',
  can: 'admin.notifications',
  summary: 'Create a workflow',
  body: workflowInput,
  response: workflowDetail,
  status: 201,
  errors: ['notification_step_invalid', 'notification_workflow_empty'],
})

export const updateNotificationWorkflow = endpoint({
  method: 'PUT',
  path: '/api/v1/admin/notifications/workflows/:id',
  can: 'admin.notifications',
  summary: 'Change a workflow; each change makes a version',
  params: byId,
  body: workflowInput,
  response: workflowDetail,
  errors: ['notification_step_invalid', 'notification_workflow_empty'],
})

export const setNotificationWorkflowStatus = endpoint({
  method: 'PUT',
  path: '/api/v1/admin/notifications/workflows/:id/status',
  can: 'admin.notifications',
  summary: 'Switch a workflow on or off; one without an active step cannot be switched on',
  params: byId,
  body: z.object({ active: z.boolean() }),
  response: workflowDetail,
  errors: ['notification_workflow_empty'],
})

export const duplicateNotificationWorkflow = endpoint({
  method: 'POST',
  path: '/api/v1/admin/notifications/workflows/:id/copies',
  can: 'admin.notifications',
  summary: 'Make a copy of a workflow, switched off',
  params: byId,
  response: workflowDetail,
  status: 201,
  errors: ['notification_step_invalid'],
})

export const deleteNotificationWorkflow = endpoint({
  method: 'DELETE',
  path: '/api/v1/admin/notifications/workflows/:id',
  can: 'admin.notifications',
  summary: 'Delete a workflow that no product event triggers',
  params: byId,
  response: null,
  errors: ['notification_workflow_bound'],
})

export const listNotificationWorkflowVersions = endpoint({
  method: 'GET',
  path: '/api/v1/admin/notifications/workflows/:id/versions',
  can: 'admin.notifications',
  summary: 'What a workflow said at each version, newest first',
  params: byId,
  response: z.object({
    data: z.array(
      z.object({
        version: z.number().int(),
        name: z.string(),
        createdAt: instant,
        createdBy: z.string().nullable(),
        steps: z.number().int(),
      }),
    ),
  }),
})

export const restoreNotificationWorkflowVersion = endpoint({
  method: 'POST',
  path: '/api/v1/admin/notifications/workflows/:id/versions/:version/restorations',
  can: 'admin.notifications',
  summary: 'Make an earlier version the current one again, as a new version',
  params: byId.extend({ version: z.coerce.number().pipe(version.min(1)) }),
  response: workflowDetail,
  errors: ['notification_step_invalid', 'notification_workflow_empty'],
})

const preview = z.object({
  /** What a channel would show; null for steps that show nothing. */
  subject: z.string().nullable(),
  title: z.string().nullable(),
  content: z.string().nullable(),
  html: z.boolean(),
  ctaUrl: z.string().nullable(),
  buttons: z.array(z.object({ type: z.string(), content: z.string() })),
  /** Why it cannot be shown. */
  error: z.string().nullable(),
  /** Text messages it takes as SMS. */
  segments: z.number().int().nullable(),
})

export const previewNotificationStep = endpoint({
  method: 'POST',
  path: '/api/v1/admin/notifications/previews',
  can: 'admin.notifications',
  summary: 'Show what the template of a step makes of a payload, without saving or sending anything',
  body: z.object({
    template: stepTemplate,
    payload: record,
    /** Whose data the template uses; a made-up person when absent. */
    subscriberId: z.string().max(500).optional(),
  }),
  response: preview,
})

export const testNotificationWorkflow = endpoint({
  method: 'POST',
  path: '/api/v1/admin/notifications/workflows/:id/tests',
  can: 'admin.notifications',
  summary: 'Trigger a workflow for one subscriber',
  params: byId,
  body: z.object({
    subscriberId: z.string().min(1).max(500),
    payload: record,
    tenant: z.string().min(1).max(500).optional(),
  }),
  response: z.object({ status: z.enum(triggerStatuses), transactionId: z.string().nullable() }),
  errors: ['notification_payload_incomplete'],
})

const option = z.object({ id: notificationId, name: z.string(), identifier: z.string().nullable() })

export const listNotificationOptions = endpoint({
  method: 'GET',
  path: '/api/v1/admin/notifications/options',
  can: 'admin.notifications',
  summary: 'Groups, feeds, layouts and workflows to choose from',
  response: z.object({
    groups: z.array(option),
    feeds: z.array(option),
    layouts: z.array(option),
    workflows: z.array(option),
  }),
})

const person = z.object({ subscriberId: z.string(), name: z.string(), email: z.string().nullable() })

const runJob = z.object({
  id: notificationId,
  type: z.enum(stepTypes),
  name: z.string().nullable(),
  status: z.enum(notificationJobStatuses),
  /** Until when it waits. */
  runAt: instant.nullable(),
  providerId: z.string().nullable(),
})

const run = z.object({
  id: notificationId,
  transactionId: z.string(),
  workflow: z.object({ id: notificationId, name: z.string(), identifier: z.string() }),
  subscriber: person.nullable(),
  tenant: z.object({ identifier: z.string(), name: z.string().nullable() }).nullable(),
  jobs: z.array(runJob),
  isTest: z.boolean(),
  createdAt: instant,
})

export const listNotificationRuns = endpoint({
  method: 'GET',
  path: '/api/v1/admin/notifications/runs',
  can: 'admin.notifications',
  summary:
    'Each trigger and subscriber with how far its steps are, newest first; a page may have fewer than asked for, even none, before the last',
  query: pageQuery.extend({
    workflowId: notificationId.optional(),
    /** The subscriber's id or e-mail address. */
    subscriber: z.string().max(500).optional(),
    transactionId: z.string().max(500).optional(),
    tenant: z.string().max(500).optional(),
    channel: channelType.optional(),
    status: z.enum(notificationJobStatuses).optional(),
    from: instant.optional(),
    to: instant.optional(),
  }),
  response: pageOf(run),
})

const runDetail = run.extend({
  /** Null when it is too large to be shown. */
  payload: record.nullable(),
  overrides: record,
  actor: person.nullable(),
  workflowVersion: z.number().int(),
  jobs: z.array(
    runJob.extend({
      digest: record.nullable(),
      mergedInto: z.string().nullable(),
      details: z.array(
        z.object({
          moment: z.enum(moments),
          status: z.enum(detailStatuses),
          providerId: z.string().nullable(),
          raw: z.string().nullable(),
          webhookStatus: z.string().nullable(),
          isRetry: z.boolean(),
          at: instant,
        }),
      ),
      messages: z.array(
        z.object({
          id: notificationId,
          channel: channelType,
          address: z.string().nullable(),
          subject: z.string().nullable(),
          content: z.string(),
          status: z.enum(['pending', 'sent', 'error', 'warning', 'unknown']),
          error: z.string().nullable(),
          seenAt: instant.nullable(),
          readAt: instant.nullable(),
        }),
      ),
    }),
  ),
})

export const getNotificationRun = endpoint({
  method: 'GET',
  path: '/api/v1/admin/notifications/runs/:id',
  can: 'admin.notifications',
  summary: 'The steps of a run with everything that was decided about them',
  params: byId,
  response: runDetail,
})

export const cancelNotificationRun = endpoint({
  method: 'POST',
  path: '/api/v1/admin/notifications/runs/:id/cancellation',
  can: 'admin.notifications',
  summary: 'Cancel what still waits of the trigger of a run',
  params: byId,
  response: z.object({ canceled: z.boolean() }),
})

export const repeatNotificationRun = endpoint({
  method: 'POST',
  path: '/api/v1/admin/notifications/runs/:id/repetitions',
  can: 'admin.notifications',
  summary: 'Trigger the same again for the subscriber of a run, as a new transaction',
  params: byId,
  response: z.object({ status: z.enum(triggerStatuses), transactionId: z.string().nullable() }),
  errors: ['state_invalid', 'notification_payload_incomplete'],
})

export const getNotificationStats = endpoint({
  method: 'GET',
  path: '/api/v1/admin/notifications/stats',
  can: 'admin.notifications',
  summary: 'Triggers and messages of the last 30 days by day',
  response: z.object({
    /** By day in UTC, the oldest first; of a day no more than 100,000 of each are counted. */
    days: z.array(
      z.object({ day: z.string(), triggers: z.number().int(), messages: z.number().int(), failed: z.number().int() }),
    ),
    /** Jobs waiting for now or later, and the age in seconds of the oldest that is due. */
    waiting: z.number().int(),
    oldestDueSeconds: z.number(),
  }),
})

export const listNotificationSubscribers = endpoint({
  method: 'GET',
  path: '/api/v1/admin/notifications/subscribers',
  can: 'admin.notifications',
  summary: 'Subscribers by id, name or e-mail address',
  query: pageQuery.extend({ search: z.string().max(200).optional() }),
  response: pageOf(
    person.extend({
      phone: z.string().nullable(),
      locale: z.string().nullable(),
      online: z.boolean(),
      lastOnlineAt: instant.nullable(),
      unread: z.number().int(),
      createdAt: instant,
    }),
  ),
})

const workflowPreference = z.object({
  workflowId: notificationId,
  name: z.string(),
  critical: z.boolean(),
  enabled: z.boolean(),
  channels: channelFlags,
})

export const getNotificationSubscriber = endpoint({
  method: 'GET',
  path: '/api/v1/admin/notifications/subscribers/:subscriberId',
  can: 'admin.notifications',
  summary: 'A subscriber with preferences, topics and addresses',
  params: z.object({ subscriberId: z.string().min(1).max(500) }),
  response: person.extend({
    phone: z.string().nullable(),
    locale: z.string().nullable(),
    timezone: z.string().nullable(),
    data: record.nullable(),
    online: z.boolean(),
    lastOnlineAt: instant.nullable(),
    unread: z.number().int(),
    createdAt: instant,
    /** Providers they can be reached through; never the addresses themselves. */
    channels: z.array(z.object({ providerId: z.string(), tokens: z.number().int() })),
    topics: z.array(z.object({ key: z.string(), name: z.string() })),
    global: z.object({ enabled: z.boolean(), channels: channelFlags }),
    workflows: z.array(workflowPreference),
  }),
})

const credentialField = z.object({
  key: z.string(),
  displayName: z.string(),
  description: z.string().nullable(),
  type: z.enum(['string', 'text', 'password', 'number', 'boolean', 'switch', 'object', 'dropdown']),
  required: z.boolean(),
  secret: z.boolean(),
  default: z.unknown(),
  options: z.array(z.object({ name: z.string(), value: z.string().nullable() })),
})

export const listNotificationProviders = endpoint({
  method: 'GET',
  path: '/api/v1/admin/notifications/providers',
  can: 'admin.notifications',
  summary: 'The catalogue of delivery providers',
  response: z.object({
    data: z.array(
      z.object({
        id: z.string(),
        channel: channelType,
        displayName: z.string(),
        docUrl: z.string().nullable(),
        beta: z.boolean(),
        /** Whether its adapter is there, so that it can send. */
        available: z.boolean(),
        fields: z.array(credentialField),
      }),
    ),
  }),
})

const integration = z.object({
  id: notificationId,
  name: z.string(),
  identifier: z.string(),
  providerId: z.string(),
  providerName: z.string(),
  channel: channelType,
  active: z.boolean(),
  primary: z.boolean(),
  hasConditions: z.boolean(),
  /** Credentials without secrets; those that are set show as dots. */
  credentials: record,
  sent24h: z.number().int(),
  /** Of the last 24 hours. */
  lastErrorAt: instant.nullable(),
  lastError: z.string().nullable(),
})
const integrationInput = z.object({
  name: z.string().trim().min(1).max(200),
  active: z.boolean(),
  /** A secret that is left out stays as it is. */
  credentials: record,
  /** Try the credentials with the provider first. */
  check: z.boolean(),
})

export const listNotificationIntegrations = endpoint({
  method: 'GET',
  path: '/api/v1/admin/notifications/integrations',
  can: 'admin.notifications',
  summary: 'The integrations of the product',
  response: z.object({ data: z.array(integration) }),
})

export const createNotificationIntegration = endpoint({
  method: 'POST',
  path: '/api/v1/admin/notifications/integrations',
  can: 'admin.notifications',
  summary: 'Connect a provider',
  body: integrationInput.extend({ providerId: z.string().max(100), channel: channelType }),
  response: integration,
  status: 201,
  errors: ['notification_integration_invalid', 'conflict'],
})

export const updateNotificationIntegration = endpoint({
  method: 'PUT',
  path: '/api/v1/admin/notifications/integrations/:id',
  can: 'admin.notifications',
  summary: 'Change an integration',
  params: byId,
  body: integrationInput,
  response: integration,
  errors: ['notification_integration_invalid', 'conflict'],
})

export const makeNotificationIntegrationPrimary = endpoint({
  method: 'PUT',
  path: '/api/v1/admin/notifications/integrations/:id/primary',
  can: 'admin.notifications',
  summary: 'Send the channel through this integration',
  params: byId,
  response: integration,
  errors: ['notification_integration_invalid'],
})

export const deleteNotificationIntegration = endpoint({
  method: 'DELETE',
  path: '/api/v1/admin/notifications/integrations/:id',
  can: 'admin.notifications',
  summary: 'Disconnect a provider',
  params: byId,
  response: null,
  errors: ['notification_integration_invalid'],
})

export const listNotificationLogs = endpoint({
  method: 'GET',
  path: '/api/v1/admin/notifications/logs',
  can: 'admin.notifications',
  summary: 'The execution log, newest first',
  query: pageQuery.extend({
    code: z.coerce.number().int().optional(),
    level: z.enum(['error', 'success', 'info']).optional(),
    transactionId: z.string().max(500).optional(),
    subscriberId: z.string().max(500).optional(),
  }),
  response: pageOf(
    z.object({
      id: notificationId,
      code: z.number().int(),
      level: z.enum(['error', 'success', 'info']),
      text: z.string(),
      transactionId: z.string().nullable(),
      workflow: z.string().nullable(),
      subscriberId: z.string().nullable(),
      raw: z.string().nullable(),
      at: instant,
    }),
  ),
})
