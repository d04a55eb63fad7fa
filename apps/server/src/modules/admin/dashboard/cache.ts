import type { DashboardPeriod } from '@recado/contracts/admin/dashboard'
import { createCache } from '#server/lib/cache.ts'
import { perDeps } from '#server/lib/per-deps.ts'
import type { DashboardCtx } from './queries/scope.ts'

const KEPT_MS = 30_000
const MOST = 250

/** Whose answer it is: all who see the whole company share one. */
const keyOf = (ctx: DashboardCtx, period: DashboardPeriod) => {
  const sight = ctx.company.member.visibility === 'all' ? 'all' : ctx.actor.userId
  return JSON.stringify([ctx.company.id, ctx.company.timezone, sight, period])
}

/** A question that is asked of a company at most twice a minute. */
export const rememberAnswers = <T extends object>(ask: (ctx: DashboardCtx, period: DashboardPeriod) => Promise<T>) => {
  const cacheOf = perDeps(() => createCache<T>({ ttlMs: KEPT_MS, max: MOST }))
  return (ctx: DashboardCtx, period: DashboardPeriod): Promise<T> =>
    cacheOf(ctx.deps).load(keyOf(ctx, period), () => ask(ctx, period))
}
