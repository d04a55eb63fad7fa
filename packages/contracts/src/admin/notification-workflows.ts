import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import {
  channelFlags,
  channelType,
  notificationId,
  notificationIdParams,
  step,
  stepTemplate,
  stepTypes,
  triggerStatuses,
} from '../notifications/domain.ts'
import { filledText, instant, jsonObject, version } from '../shared.ts'

const variable = z.object({
  name: z.string(),
  type: z.string(),
  required: z.boolean().optional(),
  defaultValue: z.union([z.string(), z.boolean()]).optional(),
})

/** A workflow's own texts in other languages: by language, then by the text. */
export const workflowTranslations = z.record(z.string(), z.record(z.string(), z.string()))

const workflowSummary = z.object({
  id: notificationId,
  name: z.string(),
  identifier: z.string(),
  group: z.object({ id: notificationId, name: z.string() }).nullable(),
  translations: workflowTranslations,
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

const workflowDetail = workflowSummary.extend({
  description: z.string().nullable(),
  preferenceSettings: channelFlags.required(),
  data: jsonObject.nullable(),
  steps: z.array(step),
  variables: z.array(variable),
  subscriberVariables: z.array(z.object({ name: z.string() })),
  needsTenant: z.boolean(),
  needsActor: z.boolean(),
  samplePayload: jsonObject,
  /** Channels that its steps use and no active integration serves. */
  missingIntegrations: z.array(channelType),
})

const workflowInput = z.object({
  name: filledText(200),
  description: z.string().max(1000).nullable(),
  groupId: notificationId,
  tags: z.array(filledText(100)).max(50),
  critical: z.boolean(),
  active: z.boolean(),
  preferenceSettings: channelFlags.required(),
  steps: z.array(step).max(50),
})

/** The name of a critical workflow that is on, from whoever switches it off, deletes it or makes it uncritical. */
const confirmation = z.string().max(200).optional()

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
  params: notificationIdParams,
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
  params: notificationIdParams,
  body: workflowInput.extend({ confirmation }),
  response: workflowDetail,
  errors: ['notification_step_invalid', 'notification_workflow_empty', 'notification_workflow_protected'],
})

export const setNotificationWorkflowStatus = endpoint({
  method: 'PUT',
  path: '/api/v1/admin/notifications/workflows/:id/status',
  can: 'admin.notifications',
  summary: 'Switch a workflow on or off; one without an active step cannot be switched on',
  params: notificationIdParams,
  body: z.object({ active: z.boolean(), confirmation }),
  response: workflowDetail,
  errors: ['notification_workflow_empty', 'notification_workflow_protected'],
})

export const duplicateNotificationWorkflow = endpoint({
  method: 'POST',
  path: '/api/v1/admin/notifications/workflows/:id/copies',
  can: 'admin.notifications',
  summary: 'Make a copy of a workflow, switched off',
  params: notificationIdParams,
  response: workflowDetail,
  status: 201,
  errors: ['notification_step_invalid'],
})

export const deleteNotificationWorkflow = endpoint({
  method: 'DELETE',
  path: '/api/v1/admin/notifications/workflows/:id',
  can: 'admin.notifications',
  summary: 'Delete a workflow that no product event triggers',
  params: notificationIdParams,
  query: z.object({ confirmation }),
  response: null,
  errors: ['notification_workflow_bound', 'notification_workflow_protected'],
})

export const listNotificationWorkflowVersions = endpoint({
  method: 'GET',
  path: '/api/v1/admin/notifications/workflows/:id/versions',
  can: 'admin.notifications',
  summary: 'What a workflow said at each version, newest first',
  params: notificationIdParams,
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
  summary: 'Make an earlier version the current one again, as a new version. What is critical stays so.',
  params: notificationIdParams.extend({ version: z.coerce.number().pipe(version.min(1)) }),
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
    payload: jsonObject,
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
  params: notificationIdParams,
  body: z.object({
    subscriberId: z.string().min(1).max(500),
    payload: jsonObject,
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
    workflows: z.array(option.extend({ translations: workflowTranslations })),
  }),
})
