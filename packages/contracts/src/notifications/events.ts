import { z } from 'zod'
import { jsonObject } from '../shared.ts'
import { triggerStatuses } from './domain.ts'
import { customData } from './subscribers.ts'
import { v1 } from './v1.ts'

/** Fields beside the id are written to the subscriber before anything is delivered. */
export const subscriberProfile = z.object({
  subscriberId: z.string().max(500).default(''),
  firstName: z.string().max(500).nullish(),
  lastName: z.string().max(500).nullish(),
  email: z.string().max(500).nullish(),
  phone: z.string().max(100).nullish(),
  avatar: z.string().max(2000).nullish(),
  locale: z.string().max(50).nullish(),
  timezone: z.string().max(100).nullish(),
  data: customData.nullish(),
})

const topicRecipient = z.object({ type: z.literal('Topic'), topicKey: z.string().min(1).max(500) })
const recipient = z.union([z.string().max(500), topicRecipient, subscriberProfile])

const actor = z.union([
  z.string().min(1).max(500),
  subscriberProfile.extend({ subscriberId: z.string().min(1).max(500) }),
])
const tenant = z.union([z.string().min(1).max(500), z.looseObject({ identifier: z.string().min(1).max(500) })])

const common = {
  name: z.string().min(1, 'name should not be empty').max(500),
  overrides: jsonObject.optional(),
  transactionId: z.string().min(1).max(500).optional(),
  actor: actor.optional(),
  tenant: tenant.optional(),
}

export const triggerBody = z.object({
  ...common,
  to: z.union([recipient, z.array(recipient).min(1, 'to should not be empty').max(10_000)]),
  payload: jsonObject.default({}),
})

const triggerAnswer = z.object({
  acknowledged: z.boolean(),
  status: z.enum(triggerStatuses),
  transactionId: z.string().optional(),
  error: z.array(z.string()).optional(),
})

export const triggerEvent = v1({
  method: 'POST',
  path: '/v1/events/trigger',
  auth: 'apiKey',
  tag: 'Events',
  summary: 'Trigger a workflow for some subscribers',
  body: triggerBody,
  response: triggerAnswer,
  category: 'trigger',
  large: true,
})

export const triggerEventsInBulk = v1({
  method: 'POST',
  path: '/v1/events/trigger/bulk',
  auth: 'apiKey',
  tag: 'Events',
  summary: 'Trigger up to 100 workflows at once; each answers for itself',
  body: z.object({ events: z.array(triggerBody).min(1).max(100) }),
  response: z.array(triggerAnswer),
  category: 'trigger',
  cost: 'bulk',
  large: true,
})

export const broadcastEvent = v1({
  method: 'POST',
  path: '/v1/events/trigger/broadcast',
  auth: 'apiKey',
  tag: 'Events',
  summary: 'Trigger a workflow for every subscriber of the environment',
  body: z.object({ ...common, payload: jsonObject }),
  response: triggerAnswer,
  category: 'trigger',
  cost: 'bulk',
  large: true,
})

export const cancelEvent = v1({
  method: 'DELETE',
  path: '/v1/events/trigger/:transactionId',
  auth: 'apiKey',
  tag: 'Events',
  summary: 'Cancel what still waits of a trigger; false when nothing does',
  params: z.object({ transactionId: z.string().min(1).max(500) }),
  response: z.boolean(),
  category: 'trigger',
})

export const sendTestEmail = v1({
  method: 'POST',
  path: '/v1/events/test/email',
  auth: 'dashboard',
  tag: 'Events',
  summary: 'Send a test e-mail; open to the dashboard only',
  response: z.unknown(),
})
