import type { EnvironmentCtx, SubscriberCtx } from '#server/notifications/shared/context.ts'
import { loadSubscriber } from './actions.ts'

/** The same context for the subscriber with this id of the customer's; 404 when there is none. */
export const asSubscriber = async (ctx: EnvironmentCtx, subscriberId: string): Promise<SubscriberCtx> => ({
  ...ctx,
  subscriber: await loadSubscriber(ctx, subscriberId),
})
