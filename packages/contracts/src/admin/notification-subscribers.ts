import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { channelFlags, notificationId } from '../notifications/domain.ts'
import { instant, jsonObject, pageOf, pageQuery } from '../shared.ts'

export const subscriberPerson = z.object({ subscriberId: z.string(), name: z.string(), email: z.string().nullable() })

export const listNotificationSubscribers = endpoint({
  method: 'GET',
  path: '/api/v1/admin/notifications/subscribers',
  can: 'admin.notifications',
  summary: 'Subscribers by id, name or e-mail address',
  query: pageQuery.extend({ search: z.string().max(200).optional() }),
  response: pageOf(
    subscriberPerson.extend({
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
  response: subscriberPerson.extend({
    phone: z.string().nullable(),
    locale: z.string().nullable(),
    timezone: z.string().nullable(),
    data: jsonObject.nullable(),
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
