import type { Deps } from '#server/context.ts'

type Bus = Pick<Deps, 'bus'>

/** Tells the inboxes of subscribers (internal ids) that these messages are new in them. */
export const publishReceived = ({ bus }: Bus, messages: readonly { id: string; subscriberId: string }[]): void => {
  const changes = [...Map.groupBy(messages, ({ subscriberId }) => subscriberId)].map(([subscriberId, own]) => ({
    subscriberId,
    received: own.map(({ id }) => id),
    unseen: true,
    unread: true,
  }))
  if (changes.length > 0) bus.publish('notifications.feed', { changes })
}

/** Tells inboxes that what they hold and count has changed. */
export const publishRecount = ({ bus }: Bus, subscriberIds: readonly string[]): void => {
  const changes = subscriberIds.map((subscriberId) => ({ subscriberId, unseen: true, unread: true }))
  if (changes.length > 0) bus.publish('notifications.feed', { changes })
}
