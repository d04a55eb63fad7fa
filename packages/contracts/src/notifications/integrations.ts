import { z } from 'zod'
import { channelType, channelTypes, conditionGroup, notificationId } from './domain.ts'
import { wireObject } from './shared.ts'
import { v1 } from './v1.ts'

const tag = 'Integrations'

/** What a provider wants to know; which keys depends on the provider. */
const credentials = z.record(z.string().max(100), z.unknown())
const params = z.object({ integrationId: notificationId })
const name = z.string().min(1, 'name should not be empty').max(200)
const identifier = z
  .string()
  .min(1, 'identifier should not be empty')
  .max(200)
  .regex(/^[^/?#\s]+$/, 'identifier must not contain spaces, slashes, ? or #')
const conditions = z.array(conditionGroup).max(50)

/** Credentials are in plain text: whoever holds a key of the environment may read them. */
export const wireIntegration = wireObject({
  _id: z.string(),
  _environmentId: z.string(),
  _organizationId: z.string(),
  name: z.string(),
  identifier: z.string(),
  providerId: z.string(),
  channel: channelType,
  credentials,
  active: z.boolean(),
  primary: z.boolean(),
  priority: z.number(),
  conditions: z.array(z.unknown()),
  deleted: z.boolean(),
  deletedAt: z.string().nullable(),
  deletedBy: z.string().nullable(),
  createdAt: z.string(),
  updatedAt: z.string(),
})
export type WireIntegration = z.output<typeof wireIntegration>

export const createIntegrationBody = z.object({
  providerId: z.string('providerId should not be empty').min(1, 'providerId should not be empty').max(100),
  channel: z.enum(channelTypes, `channel must be one of the following values: ${channelTypes.join(', ')}`),
  name: name.nullish(),
  identifier: identifier.nullish(),
  _environmentId: notificationId.nullish(),
  credentials: credentials.nullish(),
  active: z.boolean().nullish(),
  /** Whether the credentials are tried first; true unless said. */
  check: z.boolean().nullish(),
  conditions: conditions.nullish(),
})
export type CreateIntegration = z.output<typeof createIntegrationBody>

export const updateIntegrationBody = z.object({
  name: name.nullish(),
  identifier: identifier.nullish(),
  credentials: credentials.nullish(),
  active: z.boolean().nullish(),
  check: z.boolean().nullish(),
  conditions: conditions.nullish(),
})
export type UpdateIntegration = z.output<typeof updateIntegrationBody>

export const listIntegrations = v1({
  method: 'GET',
  path: '/v1/integrations',
  auth: 'apiKey',
  tag,
  summary: 'The integrations of all environments of the organisation',
  response: z.array(wireIntegration),
})

export const listActiveIntegrations = v1({
  method: 'GET',
  path: '/v1/integrations/active',
  auth: 'apiKey',
  tag,
  summary: 'Those that are active',
  response: z.array(wireIntegration),
})

export const createIntegration = v1({
  method: 'POST',
  path: '/v1/integrations',
  auth: 'apiKey',
  tag,
  summary: 'Connect a provider',
  body: createIntegrationBody,
  response: wireIntegration,
})

export const updateIntegration = v1({
  method: 'PUT',
  path: '/v1/integrations/:integrationId',
  auth: 'apiKey',
  tag,
  summary: 'Change an integration; credentials are replaced as a whole',
  params,
  body: updateIntegrationBody,
  response: wireIntegration,
})

export const setPrimaryIntegration = v1({
  method: 'POST',
  path: '/v1/integrations/:integrationId/set-primary',
  auth: 'apiKey',
  tag,
  summary: 'Make it the one that e-mails or text messages go through; its conditions are cleared',
  params,
  response: wireIntegration,
})

export const deleteIntegration = v1({
  method: 'DELETE',
  path: '/v1/integrations/:integrationId',
  auth: 'apiKey',
  tag,
  summary: 'Remove an integration; answers those that remain',
  params,
  response: z.array(wireIntegration),
})

export const getWebhookStatus = v1({
  method: 'GET',
  path: '/v1/integrations/webhook/provider/:providerOrIntegrationId/status',
  auth: 'apiKey',
  tag,
  summary: 'Whether delivery receipts of the provider are understood',
  params: z.object({ providerOrIntegrationId: z.string().min(1).max(200) }),
  response: z.boolean(),
})

export const getChannelLimit = v1({
  method: 'GET',
  path: '/v1/integrations/:channelType/limit',
  auth: 'dashboard',
  tag,
  summary: 'How much of a trial provider is used up',
  params: z.object({ channelType }),
  response: z.object({ limit: z.number(), count: z.number() }),
})

export const getInAppStatus = v1({
  method: 'GET',
  path: '/v1/integrations/in-app/status',
  auth: 'dashboard',
  tag,
  summary: 'Whether the inbox is in use',
  response: z.object({ active: z.boolean() }),
})

/** Receipts have the form of the provider, and are signed as the provider signs. The answer names what was understood. */
export const receiveReceipts = v1({
  method: 'POST',
  path: '/v1/webhooks/organizations/:organizationId/environments/:environmentId/:channel/:integrationIdentifierOrId',
  auth: 'public',
  tag: 'Provider receipts',
  summary: 'What a provider tells about messages: delivered, opened, bounced',
  params: z.object({
    organizationId: notificationId,
    environmentId: notificationId,
    channel: channelType,
    integrationIdentifierOrId: z.string().min(1).max(200),
  }),
  response: z.array(z.object({ id: z.string(), event: z.string() })),
})
