import type { ServiceTier } from '@recado/contracts/notifications/domain'
import type { Ctx, Deps } from '#server/context.ts'
import type { notificationSubscribers } from '#server/db/schema/notifications/subscribers.ts'
import { createCache } from '#server/lib/cache.ts'
import { perDeps } from '#server/lib/per-deps.ts'
import type { Withheld } from './inbox-guard.ts'

/** The environment that a key, a widget or the product speaks for. */
export type Environment = {
  id: string
  organizationId: string
  name: string
  /** The public application identifier. */
  identifier: string
  /** Null for a root environment, the only kind whose workflows may be changed. */
  parentId: string | null
  tier: ServiceTier
  rateLimits: { trigger?: number; configuration?: number; global?: number } | null
}

export type SubscriberRow = typeof notificationSubscribers.$inferSelect

export type EnvironmentCtx = Ctx & { environment: Environment }
export type SubscriberCtx = EnvironmentCtx & {
  subscriber: SubscriberRow
  /** Of which messages nothing is to be seen. */
  withheld?: Withheld
}

/** Puts a context inside an environment. */
export const inEnvironment = <C extends Ctx>(ctx: C, environment: Environment): C & { environment: Environment } => ({
  ...ctx,
  environment,
})

/** Tells every process, after the commit, that cached definitions of the environment are out of date. */
export const announceChange = (ctx: EnvironmentCtx): void =>
  ctx.afterCommit(() => ctx.deps.bus.publish('notifications.changed', { environmentId: ctx.environment.id }))

/**
 * A cache of definitions by environment; an entry is read again after a change, and after `ttlMs` in any case. Inside a
 * transaction nothing waits for another connection: what is not at hand is read on the transaction's own.
 */
export const createEnvironmentCache = <T extends object | string>(
  read: (ctx: EnvironmentCtx) => PromiseLike<T>,
  ttlMs = 5000,
): ((ctx: EnvironmentCtx) => Promise<T>) => {
  const cacheOf = perDeps((deps: Deps) => {
    const cache = createCache<T>({ ttlMs })
    deps.bus.subscribe('notifications.changed', ({ environmentId }) => cache.invalidate(environmentId))
    deps.bus.onGap(cache.invalidateAll)
    return cache
  })
  return (ctx) => {
    const { id } = ctx.environment
    const cache = cacheOf(ctx.deps)
    if (!ctx.inTransaction || cache.get(id) !== undefined) return cache.load(id, () => read(ctx))
    // Read again once the transaction is over, so that the next one has it at hand.
    const outside = { ...ctx, db: ctx.deps.database.db, inTransaction: false, afterCommit: (fn: () => void) => fn() }
    ctx.afterCommit(() => {
      cache
        .load(id, () => read(outside))
        .catch((err: unknown) => ctx.log.warn({ err }, 'definitions could not be read ahead'))
    })
    return Promise.resolve(read(ctx))
  }
}
