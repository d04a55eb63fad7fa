import { z } from 'zod'
import { acknowledged, queryLimit, queryPage, wireObject, wirePage } from './shared.ts'
import { v1 } from './v1.ts'

const MAX_DATA_LENGTH = 64 * 1024

/** The customer's own id of a person. */
export const subscriberKey = z.string().min(1, 'subscriberId should not be empty').max(500)

const isTimeZone = (name: string): boolean => {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }) !== null
  } catch {
    return false
  }
}

/** Free facts about a person or a tenant: any JSON object up to 64 KB. */
export const customData = z
  .record(z.string(), z.unknown())
  .refine((data) => JSON.stringify(data).length <= MAX_DATA_LENGTH, 'data is larger than 64 KB')

/** What a customer tells of a person. Null clears, an absent field stays as it is. */
export const profileFields = z.object({
  firstName: z.string().max(500).nullish(),
  lastName: z.string().max(500).nullish(),
  email: z.email('email must be an email').max(320).nullish(),
  phone: z.string().max(100).nullish(),
  avatar: z.string().max(2000).nullish(),
  locale: z
    .string()
    .regex(/^[a-z]{2,3}([-_][a-z]{4})?([-_]([a-z]{2}|\d{3}))?$/i, 'locale must be a locale')
    .nullish(),
  timezone: z.string().max(100).refine(isTimeZone, 'timezone must be a time zone').nullish(),
  data: customData.nullish(),
})

export const subscriberProfile = profileFields.extend({ subscriberId: subscriberKey })

/** How a provider reaches a person; which key counts depends on the provider. */
export const channelCredentials = z.object({
  webhookUrl: z.string().max(2000).nullish(),
  channel: z.string().max(500).nullish(),
  deviceTokens: z.array(z.string().min(1).max(4096)).max(100).nullish(),
  alertUid: z.string().max(500).nullish(),
  title: z.string().max(500).nullish(),
  imageUrl: z.string().max(2000).nullish(),
  state: z.string().max(500).nullish(),
  externalUrl: z.string().max(2000).nullish(),
  phoneNumber: z.string().max(100).nullish(),
})
export type ChannelCredentials = z.output<typeof channelCredentials>

export const wireSubscriber = wireObject({
  _id: z.string(),
  subscriberId: z.string(),
  channels: z.array(
    wireObject({ providerId: z.string(), _integrationId: z.string(), credentials: channelCredentials }),
  ),
  isOnline: z.boolean().optional(),
  lastOnlineAt: z.string().optional(),
  _organizationId: z.string(),
  _environmentId: z.string(),
  deleted: z.boolean(),
  createdAt: z.string(),
  updatedAt: z.string(),
})

const ofSubscriber = z.object({ subscriberId: z.string() })
const ofProvider = ofSubscriber.extend({ providerId: z.string().max(100) })
const common = { auth: 'apiKey', tag: 'Subscribers', category: 'configuration' } as const

export const listSubscribers = v1({
  ...common,
  method: 'GET',
  path: '/v1/subscribers',
  summary: 'List subscribers',
  query: z.object({ page: queryPage, limit: queryLimit(10, 100) }),
  response: wirePage(wireSubscriber).extend({ hasMore: z.boolean() }),
})

export const getSubscriber = v1({
  ...common,
  method: 'GET',
  path: '/v1/subscribers/:subscriberId',
  summary: 'Read a subscriber',
  params: ofSubscriber,
  response: wireSubscriber,
})

export const identifySubscriber = v1({
  ...common,
  method: 'POST',
  path: '/v1/subscribers',
  summary: 'Create a subscriber, or change the one with this id',
  body: subscriberProfile,
  response: wireSubscriber,
})

export const bulkCreateSubscribers = v1({
  ...common,
  method: 'POST',
  path: '/v1/subscribers/bulk',
  summary: 'Create or change up to 500 subscribers',
  cost: 'bulk',
  body: z.object({
    subscribers: z
      .array(z.looseObject({}))
      .min(1, 'subscribers should not be empty')
      .max(500, 'subscribers must contain no more than 500 elements'),
  }),
  response: z.object({
    updated: z.array(z.object({ subscriberId: z.string() })),
    created: z.array(z.object({ subscriberId: z.string() })),
    failed: z.array(z.object({ message: z.string(), subscriberId: z.unknown().optional() })),
  }),
})

export const updateSubscriber = v1({
  ...common,
  method: 'PUT',
  path: '/v1/subscribers/:subscriberId',
  summary: 'Change the given fields of a subscriber',
  params: ofSubscriber,
  body: profileFields,
  response: wireSubscriber,
})

export const deleteSubscriber = v1({
  ...common,
  method: 'DELETE',
  path: '/v1/subscribers/:subscriberId',
  summary: 'Remove a subscriber with topics and preferences',
  params: ofSubscriber,
  response: acknowledged,
})

const credentialsBody = z.object({
  providerId: z.string().min(1).max(100),
  integrationIdentifier: z.string().min(1).max(200).nullish(),
  credentials: channelCredentials,
})

export const setSubscriberCredentials = v1({
  ...common,
  method: 'PUT',
  path: '/v1/subscribers/:subscriberId/credentials',
  summary: 'Set how a provider reaches a subscriber; device tokens are replaced',
  params: ofSubscriber,
  body: credentialsBody,
  response: wireSubscriber,
})

export const appendSubscriberCredentials = v1({
  ...common,
  method: 'PATCH',
  path: '/v1/subscribers/:subscriberId/credentials',
  summary: 'Add to how a provider reaches a subscriber; device tokens are appended',
  params: ofSubscriber,
  body: credentialsBody,
  response: wireSubscriber,
})

export const deleteSubscriberCredentials = v1({
  ...common,
  method: 'DELETE',
  path: '/v1/subscribers/:subscriberId/credentials/:providerId',
  summary: 'Forget how a provider reaches a subscriber',
  params: ofProvider,
  response: null,
})

export const setSubscriberOnline = v1({
  ...common,
  method: 'PATCH',
  path: '/v1/subscribers/:subscriberId/online-status',
  summary: 'Say whether a subscriber is online',
  params: ofSubscriber,
  body: z
    .object({ isOnline: z.boolean().optional(), online: z.boolean().optional() })
    .refine((body) => body.isOnline !== undefined || body.online !== undefined, 'isOnline must be a boolean value')
    .transform((body) => ({ isOnline: (body.isOnline ?? body.online) === true })),
  response: wireSubscriber,
})

export const startChatInstallation = v1({
  ...common,
  auth: 'public',
  method: 'GET',
  path: '/v1/subscribers/:subscriberId/credentials/:providerId/oauth',
  summary: 'Send a person to Slack, to choose where messages go. Asks for the hash of the subscriber, always.',
  params: ofProvider,
  query: z.object({
    environmentId: z.string().max(100),
    integrationIdentifier: z.string().max(200).optional(),
    hmacHash: z.string().max(200).optional(),
  }),
  response: z.unknown(),
})

export const finishChatInstallation = v1({
  ...common,
  auth: 'public',
  method: 'GET',
  path: '/v1/subscribers/:subscriberId/credentials/:providerId/oauth/callback',
  summary: 'Where Slack sends a person back to: once, within 15 minutes, in the browser that began',
  params: ofProvider,
  query: z.object({ code: z.string().max(2000).optional(), state: z.string().max(4000).optional() }),
  response: z.unknown(),
})
