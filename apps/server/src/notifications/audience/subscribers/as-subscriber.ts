import type { EnvironmentCtx, SubscriberCtx } from '#server/notifications/shared/context.ts'
import { loadSubscriber } from './actions.ts'

/** Puts a context in the place of a subscriber, by the customer's id of them; 404 when there is none. */
export const asSubscriber = async (ctx: EnvironmentCtx, subscriberId: string): Promise<SubscriberCtx> => ({
  ...ctx,
  subscriber: await loadSubscriber(ctx, subscriberId),
})
