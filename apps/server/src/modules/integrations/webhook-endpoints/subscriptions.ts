import type { WebhookEventName } from '@recado/contracts/integrations/webhook-events'
import type { Ctx, Deps } from '#server/context.ts'
import { createCache } from '#server/lib/cache.ts'
import { perDeps } from '#server/lib/per-deps.ts'
import { findSubscriptions, type Subscription } from './queries/subscriptions.ts'

const KEEP_MS = 30_000
const changes: readonly string[] = ['settings.updated', 'company.access_changed']

const cacheOf = perDeps((deps: Deps) => {
  const cache = createCache<readonly Subscription[]>({ ttlMs: KEEP_MS, now: () => deps.now().getTime() })
  deps.bus.subscribe('changes', ({ change }) => {
    if (changes.includes(change.event) && change.companyId) cache.invalidate(change.companyId)
  })
  deps.bus.onGap(cache.invalidateAll)
  return cache
})

export type Subscriptions = {
  /** The endpoints of a company that are to be told of an event. */
  of: (companyId: string, event: WebhookEventName) => readonly Subscription[]
  /** Whether any of the companies is to be told of one of these events. */
  wants: (...events: readonly WebhookEventName[]) => boolean
}

/**
 * Who is to be told what, in the caller's transaction. It is known for up to 30 seconds and read again as soon as someone
 * changes it, so that companies without endpoints cost nothing.
 */
export const subscriptionsOf = async (tx: Ctx, companyIds: Iterable<string>): Promise<Subscriptions> => {
  const known = await cacheOf(tx.deps).loadMany(companyIds, (missing) => findSubscriptions(tx, missing))
  const all = [...known.values()].flat()
  return {
    of: (companyId, event) => (known.get(companyId) ?? []).filter(({ events }) => events.includes(event)),
    wants: (...events) => all.length > 0 && all.some((one) => events.some((event) => one.events.includes(event))),
  }
}
