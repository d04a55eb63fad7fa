import type { ServiceTier } from '@recado/contracts/notifications/domain'
import type { Ctx, Deps } from '#server/context.ts'
import type { notificationSubscribers } from '#server/db/schema/notifications/subscribers.ts'
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
 * A cache of definitions by environment; an entry is read anew after a change, and after `ttlMs` in any case. Inside a
 * transaction nothing waits for another connection: what is not at hand is read on the transaction's own.
 */
export const createEnvironmentCache = <T>(
  read: (ctx: EnvironmentCtx) => PromiseLike<T>,
  ttlMs = 5000,
): ((ctx: EnvironmentCtx) => Promise<T>) => {
  type Entry = { value: Promise<T>; atHand: boolean; until: number }
  const byDeps = new WeakMap<Deps, Map<string, Entry>>()
  const entriesOf = (deps: Deps) => {
    const known = byDeps.get(deps)
    if (known) return known
    const entries = new Map<string, Entry>()
    byDeps.set(deps, entries)
    deps.bus.subscribe('notifications.changed', ({ environmentId }) => void entries.delete(environmentId))
    deps.bus.onGap(() => entries.clear())
    return entries
  }
  const fetch = (ctx: EnvironmentCtx, entries: Map<string, Entry>) => {
    // A query that is being built runs anew for everybody who waits for it; a promise of it does not.
    const value = Promise.resolve(read(ctx))
    const entry: Entry = { value, atHand: false, until: Date.now() + ttlMs }
    entries.set(ctx.environment.id, entry)
    entry.value.then(
      () => {
        entry.atHand = true
      },
      () => entries.get(ctx.environment.id) === entry && entries.delete(ctx.environment.id),
    )
    return entry.value
  }
  return (ctx) => {
    const entries = entriesOf(ctx.deps)
    const known = entries.get(ctx.environment.id)
    const fresh = known && known.until > Date.now() ? known : undefined
    if (!ctx.inTransaction) return fresh?.value ?? fetch(ctx, entries)
    if (fresh?.atHand) return fresh.value
    // Read again once the transaction is over, so that the next one has it at hand.
    const outside = { ...ctx, db: ctx.deps.database.db, inTransaction: false, afterCommit: (fn: () => void) => fn() }
    ctx.afterCommit(() => {
      if (entries.has(ctx.environment.id)) return
      fetch(outside, entries).catch((err: unknown) => ctx.log.warn({ err }, 'definitions could not be read ahead'))
    })
    return Promise.resolve(read(ctx))
  }
}
