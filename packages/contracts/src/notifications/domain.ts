import { z } from 'zod'
import { type FilterOperator, filterOperators } from '../shared/filter.ts'
import { jsonObject } from '../shared.ts'
import {
  actionStatuses,
  buttonTypes,
  conditionJoiners,
  digestTypes,
  messageReadFilters,
  repeatModes,
  variableTypes,
} from './vocabulary.ts'

// The vocabulary of the notification service, with the names of its wire format (the public 0.24 API).

export const channelTypes = ['in_app', 'email', 'sms', 'chat', 'push'] as const
export const channelType = z.enum(channelTypes)
export type ChannelType = (typeof channelTypes)[number]

export const stepTypes = [...channelTypes, 'digest', 'delay', 'trigger', 'custom'] as const
export type StepType = (typeof stepTypes)[number]

export const notificationJobStatuses = [
  'pending',
  'queued',
  'running',
  'completed',
  'failed',
  'delayed',
  'canceled',
  'merged',
  'skipped',
] as const
export type NotificationJobStatus = (typeof notificationJobStatuses)[number]

export const detailStatuses = ['Success', 'Warning', 'Failed', 'Pending', 'Queued', 'ReadConfirmation'] as const
export type DetailStatus = (typeof detailStatuses)[number]

export const detailSources = ['Credentials', 'Internal', 'Payload', 'Webhook'] as const
export type DetailSource = (typeof detailSources)[number]

export const triggerStatuses = [
  'processed',
  'trigger_not_active',
  'no_workflow_steps_defined',
  'no_workflow_active_steps_defined',
  'no_tenant_found',
  'error',
  'subscriber_id_missing',
] as const
export type TriggerStatus = (typeof triggerStatuses)[number]

export const timeUnits = ['seconds', 'minutes', 'hours', 'days', 'weeks', 'months'] as const
export type TimeUnit = (typeof timeUnits)[number]

export const serviceTiers = ['free', 'business', 'enterprise', 'unlimited'] as const
export type ServiceTier = (typeof serviceTiers)[number]

export const rateLimitCategories = ['trigger', 'configuration', 'global'] as const
export type RateLimitCategory = (typeof rateLimitCategories)[number]

/** Id of a notification record: 24 hexadecimal characters. */
export const notificationId = z.string().regex(/^[0-9a-f]{24}$/i, 'must be a valid id')
export const notificationIdParams = z.object({ id: notificationId })

export const conditionOperators = filterOperators
export type ConditionOperator = FilterOperator

const comparison = {
  field: z.string().max(500),
  operator: z.enum(conditionOperators),
  value: z.coerce.string().default(''),
}

/** One condition; `on` says what it looks at. */
export const condition = z.discriminatedUnion('on', [
  z.object({ on: z.enum(['payload', 'subscriber', 'tenant']), ...comparison }),
  z.object({ on: z.literal('webhook'), webhookUrl: z.url(), ...comparison }),
  z.object({ on: z.literal('isOnline'), value: z.boolean() }),
  z.object({
    on: z.literal('isOnlineInLast'),
    value: z.coerce.number().positive(),
    timeOperator: z.enum(['minutes', 'hours', 'days']),
  }),
  z.object({
    on: z.literal('previousStep'),
    step: z.string(),
    stepType: z.enum(messageReadFilters),
  }),
])
export type Condition = z.output<typeof condition>

/** Groups are alternatives; the children of one are joined by `value`. */
export const conditionGroup = z.object({
  isNegated: z.boolean().optional(),
  type: z.string().optional(),
  value: z.enum(conditionJoiners).default('AND'),
  children: z.array(condition).max(100).default([]),
})
export type ConditionGroup = z.output<typeof conditionGroup>

export const templateVariable = z.object({
  name: z.string().min(1).max(200),
  type: z.enum(variableTypes).default('String'),
  required: z.boolean().optional(),
  defaultValue: z.union([z.string(), z.boolean()]).optional(),
})
export type TemplateVariable = z.output<typeof templateVariable>

export const actorTypes = ['none', 'user', 'system_icon', 'system_custom'] as const
export const systemIcons = ['warning', 'info', 'up', 'question', 'success', 'error'] as const
export const actor = z.object({ type: z.enum(actorTypes), data: z.string().nullish() })
export type NotificationActor = z.output<typeof actor>

export const cta = z.object({
  type: z.literal('redirect').optional(),
  data: z.object({ url: z.string().max(2000).optional() }).optional(),
  action: z
    .object({
      status: z.enum(actionStatuses).optional(),
      buttons: z
        .array(
          z.object({
            type: z.enum(buttonTypes),
            content: z.string().max(500),
            resultContent: z.string().max(500).optional(),
          }),
        )
        .max(10)
        .optional(),
      result: z.object({ type: z.string().optional(), payload: jsonObject.optional() }).optional(),
    })
    .optional(),
})
export type Cta = z.output<typeof cta>

/** A block of the e-mail editor. */
export const emailBlock = z.object({
  type: z.enum(['text', 'button']),
  content: z.string().max(100_000),
  url: z.string().max(2000).optional(),
  styles: z.object({ textAlign: z.enum(['left', 'center', 'right']).optional() }).optional(),
})
export type EmailBlock = z.output<typeof emailBlock>

/** What a step says: the wire calls it the step's template. */
export const stepTemplate = z.object({
  _id: z.string().optional(),
  type: z.enum(stepTypes),
  name: z.string().max(200).optional(),
  content: z.union([z.string().max(1_000_000), z.array(emailBlock).max(200)]).default(''),
  contentType: z.enum(['editor', 'customHtml']).optional(),
  variables: z.array(templateVariable).max(200).optional(),
  subject: z.string().max(1000).optional(),
  title: z.string().max(1000).optional(),
  preheader: z.string().max(1000).optional(),
  senderName: z.string().max(200).optional(),
  cta: cta.optional(),
  feedId: z.string().nullish(),
  layoutId: z.string().nullish(),
  actor: actor.optional(),
})
export type StepTemplate = z.output<typeof stepTemplate>

const amount = z.coerce.number().int().positive().max(100_000)
const weekDays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const
export const ordinals = ['1', '2', '3', '4', '5', 'last'] as const
export const ordinalValues = ['day', 'weekday', 'weekend', ...weekDays] as const

export const timedRule = z.object({
  atTime: z
    .string()
    .regex(/^([01]?\d|2[0-3]):[0-5]\d(:[0-5]\d)?$/)
    .optional(),
  weekDays: z.array(z.enum(weekDays)).optional(),
  monthDays: z.array(z.coerce.number().int().min(1).max(31)).optional(),
  monthlyType: z.enum(repeatModes).optional(),
  ordinal: z.enum(ordinals).optional(),
  ordinalValue: z.enum(ordinalValues).optional(),
  timezone: z.string().optional(),
})
export type TimedRule = z.output<typeof timedRule>

/** Settings of digest, delay, trigger and custom steps. Which of them a type needs is checked when the step is saved. */
export const stepMetadata = z.object({
  type: z.enum([...digestTypes, 'scheduled']).optional(),
  amount: amount.optional(),
  unit: z.enum(timeUnits).optional(),
  digestKey: z.string().max(200).optional(),
  backoff: z.boolean().optional(),
  backoffAmount: amount.optional(),
  backoffUnit: z.enum(timeUnits).optional(),
  updateMode: z.boolean().optional(),
  timed: timedRule.optional(),
  delayPath: z.string().max(200).optional(),
  /** `trigger` steps: the workflow to start. */
  workflow: z.string().max(200).optional(),
  /** `custom` steps: the address to call. */
  url: z.string().max(2000).optional(),
})
export type StepMetadata = z.output<typeof stepMetadata>

const stepBase = z.object({
  _id: z.string().optional(),
  uuid: z.string().max(100).optional(),
  name: z.string().max(200).optional(),
  active: z.boolean().default(true),
  shouldStopOnFail: z.boolean().default(false),
  filters: z.array(conditionGroup).max(50).default([]),
  template: stepTemplate,
  metadata: stepMetadata.optional(),
  replyCallback: z.object({ active: z.boolean().optional(), url: z.string().max(2000).optional() }).optional(),
})
export const step = stepBase.extend({ variants: z.array(stepBase).max(50).optional() })
export type StepInput = z.output<typeof step>

export const channelFlags = z.object({
  email: z.boolean().optional(),
  sms: z.boolean().optional(),
  in_app: z.boolean().optional(),
  chat: z.boolean().optional(),
  push: z.boolean().optional(),
})
/** Channels that someone decided about; an absent one was not decided. */
export type ChannelFlags = z.output<typeof channelFlags>

/** The execution log codes: what they mean and how loud they are. */
export const logCodes = {
  1000: { level: 'info', text: 'Trigger received' },
  1001: { level: 'error', text: 'Workflow not active' },
  1002: { level: 'error', text: 'Workflow not found' },
  1004: { level: 'error', text: 'SMS error' },
  1005: { level: 'error', text: 'Chat error' },
  1006: { level: 'error', text: 'Missing SMS provider' },
  1007: { level: 'success', text: 'In-app message created' },
  1008: { level: 'error', text: 'Mail provider delivery error' },
  1009: { level: 'info', text: 'Trigger processed' },
  1010: { level: 'error', text: 'Push error' },
  1011: { level: 'error', text: 'Missing push provider' },
  3001: { level: 'error', text: 'Subscriber not found' },
  3002: { level: 'error', text: 'Subscriber missing email' },
  3003: { level: 'error', text: 'Subscriber missing phone' },
  3004: { level: 'error', text: 'Subscriber id missing' },
  3005: { level: 'error', text: 'Missing email integration' },
  3006: { level: 'error', text: 'Subscriber missing chat channel id' },
  3007: { level: 'error', text: 'Missing SMS integration' },
  3008: { level: 'error', text: 'Missing chat integration' },
  3009: { level: 'error', text: 'Missing push integration' },
  3010: { level: 'error', text: 'Subscriber missing push' },
  3011: { level: 'error', text: 'Missing payload variable' },
  3012: { level: 'error', text: 'Avatar actor error' },
  3013: { level: 'error', text: 'Syntax error in email editor' },
  4001: { level: 'error', text: 'Topic error' },
  4002: { level: 'error', text: 'Topic subscribers error' },
} as const
export type LogCode = keyof typeof logCodes
