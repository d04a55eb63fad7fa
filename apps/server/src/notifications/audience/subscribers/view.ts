import type { Deps } from '#server/context.ts'
import type { Environment, SubscriberRow } from '#server/notifications/shared/context.ts'
import { channelsOf } from './credentials.ts'

/** A subscriber as holders of an API key see it. What is not known is left out. */
export const subscriberView = (deps: Pick<Deps, 'sealer'>, environment: Environment, subscriber: SubscriberRow) => ({
  _id: subscriber.id,
  id: subscriber.id,
  subscriberId: subscriber.subscriberId,
  firstName: subscriber.firstName ?? undefined,
  lastName: subscriber.lastName ?? undefined,
  email: subscriber.email ?? undefined,
  phone: subscriber.phone ?? undefined,
  avatar: subscriber.avatar ?? undefined,
  locale: subscriber.locale ?? undefined,
  timezone: subscriber.timezone ?? undefined,
  data: subscriber.data ?? undefined,
  channels: channelsOf(deps, subscriber).map(({ providerId, integrationId, credentials }) => ({
    providerId,
    _integrationId: integrationId,
    credentials,
  })),
  isOnline: subscriber.isOnline ?? undefined,
  lastOnlineAt: subscriber.lastOnlineAt ?? undefined,
  _organizationId: environment.organizationId,
  _environmentId: environment.id,
  deleted: false,
  createdAt: subscriber.createdAt,
  updatedAt: subscriber.updatedAt,
})
