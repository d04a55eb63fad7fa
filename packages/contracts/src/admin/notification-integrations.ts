import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { channelType, notificationId, notificationIdParams } from '../notifications/domain.ts'
import { filledText, instant, jsonObject } from '../shared.ts'

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
  credentials: jsonObject,
  sent24h: z.number().int(),
  /** Of the last 24 hours. */
  lastErrorAt: instant.nullable(),
  lastError: z.string().nullable(),
})
const integrationInput = z.object({
  name: filledText(200),
  active: z.boolean(),
  /** A secret that is left out stays as it is. */
  credentials: jsonObject,
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
  params: notificationIdParams,
  body: integrationInput,
  response: integration,
  errors: ['notification_integration_invalid', 'conflict'],
})

export const makeNotificationIntegrationPrimary = endpoint({
  method: 'PUT',
  path: '/api/v1/admin/notifications/integrations/:id/primary',
  can: 'admin.notifications',
  summary: 'Send the channel through this integration',
  params: notificationIdParams,
  response: integration,
  errors: ['notification_integration_invalid'],
})

export const deleteNotificationIntegration = endpoint({
  method: 'DELETE',
  path: '/api/v1/admin/notifications/integrations/:id',
  can: 'admin.notifications',
  summary: 'Disconnect a provider',
  params: notificationIdParams,
  response: null,
  errors: ['notification_integration_invalid'],
})
