import { z } from 'zod'
import { jsonObject } from '../shared.ts'
import { channelType, notificationId } from './domain.ts'
import { v1 } from './v1.ts'

// What a subscriber wants to receive: for everything, and by workflow.

const channels = z.strictObject({
  email: z.boolean().optional(),
  sms: z.boolean().optional(),
  in_app: z.boolean().optional(),
  chat: z.boolean().optional(),
  push: z.boolean().optional(),
})

export const preferenceSources = ['template', 'workflowOverride', 'subscriber'] as const

export const workflowPreference = z.object({
  template: z.object({
    _id: z.string(),
    /** In the subscriber's language, when the workflow's `data.translations` has it. */
    name: z.string(),
    /** Name of the workflow's group, in the same language. */
    group: z.string(),
    critical: z.boolean(),
    tags: z.array(z.string()),
    triggers: z.array(z.object({ identifier: z.string() })),
    data: jsonObject,
  }),
  preference: z.object({
    enabled: z.boolean(),
    /** Only channels of the workflow's active steps. */
    channels,
    overrides: z.array(z.object({ channel: channelType, source: z.enum(preferenceSources) })),
  }),
})
export type WorkflowPreference = z.output<typeof workflowPreference>

export const globalPreference = z.object({
  preference: z.object({ enabled: z.boolean(), channels: channels.required() }),
})
export type GlobalPreference = z.output<typeof globalPreference>

const level = z.enum(['template', 'global'])
const channelChoice = z.object({ type: channelType, enabled: z.boolean() })
const enabled = z
  .boolean()
  .nullish()
  .transform((value) => value ?? undefined)

const workflowBody = z
  .object({ channel: channelChoice.nullish(), enabled })
  .refine((body) => body.channel || body.enabled !== undefined, 'channel or enabled is required')
const globalBody = z
  .object({ preferences: z.array(channelChoice).max(100).nullish(), enabled })
  .refine((body) => body.preferences || body.enabled !== undefined, 'preferences or enabled is required')

const list = z.union([z.array(workflowPreference), z.array(globalPreference).length(1)])
const workflowParams = { workflowId: notificationId }
const ofSubscriber = { subscriberId: z.string() }
const widget = { auth: 'widget', tag: 'Widget' } as const
const apiKey = { auth: 'apiKey', tag: 'Subscribers', category: 'configuration' } as const

export const listWidgetPreferences = v1({
  ...widget,
  method: 'GET',
  path: '/v1/widgets/preferences',
  summary: 'What the subscriber receives of each active workflow',
  response: z.array(workflowPreference),
})

export const listWidgetPreferencesByLevel = v1({
  ...widget,
  method: 'GET',
  path: '/v1/widgets/preferences/:level',
  summary: 'What the subscriber receives of each workflow, or in general',
  params: z.object({ level }),
  response: list,
})

export const setWidgetPreference = v1({
  ...widget,
  method: 'PATCH',
  path: '/v1/widgets/preferences/:workflowId',
  summary: 'Choose what to receive of a workflow',
  params: z.object(workflowParams),
  body: workflowBody,
  response: workflowPreference,
})

export const setWidgetGlobalPreference = v1({
  ...widget,
  method: 'PATCH',
  path: '/v1/widgets/preferences',
  summary: 'Choose what to receive in general',
  body: globalBody,
  response: globalPreference,
})

export const listSubscriberPreferences = v1({
  ...apiKey,
  method: 'GET',
  path: '/v1/subscribers/:subscriberId/preferences',
  summary: 'What a subscriber receives of each active workflow',
  params: z.object(ofSubscriber),
  response: z.array(workflowPreference),
})

export const listSubscriberPreferencesByLevel = v1({
  ...apiKey,
  method: 'GET',
  path: '/v1/subscribers/:subscriberId/preferences/:level',
  summary: 'What a subscriber receives of each workflow, or in general',
  params: z.object({ ...ofSubscriber, level }),
  response: list,
})

export const setSubscriberPreference = v1({
  ...apiKey,
  method: 'PATCH',
  path: '/v1/subscribers/:subscriberId/preferences/:workflowId',
  summary: 'Choose what a subscriber receives of a workflow',
  params: z.object({ ...ofSubscriber, ...workflowParams }),
  body: workflowBody,
  response: workflowPreference,
})

export const setSubscriberGlobalPreference = v1({
  ...apiKey,
  method: 'PATCH',
  path: '/v1/subscribers/:subscriberId/preferences',
  summary: 'Choose what a subscriber receives in general',
  params: z.object(ofSubscriber),
  body: globalBody,
  response: globalPreference,
})
