import type { RateLimitCategory, ServiceTier } from '@recado/contracts/notifications/domain'
import type { RateLimits } from '@recado/contracts/notifications/rate-limits'
import type { FastifyReply } from 'fastify'
import type { Deps } from '#server/context.ts'
import { createMeter, type Meter, payForCall } from '#server/http/rate-limit.ts'
import { perDeps } from '#server/lib/per-deps.ts'
import type { Environment, EnvironmentCtx } from '#server/notifications/shared/context.ts'
import { V1Error } from '#server/notifications/shared/errors.ts'

type Config = Deps['config']

type Cost = 'single' | 'bulk'
type CategoryMeter = Meter & { policies: Record<Cost, string> }
type Meters = { environment: Environment; of: Partial<Record<RateLimitCategory, CategoryMeter>> }

const limitsOfTier = (config: Config): Record<ServiceTier, RateLimits> => ({
  free: config.NOTIFICATION_LIMITS_FREE,
  business: config.NOTIFICATION_LIMITS_BUSINESS,
  enterprise: config.NOTIFICATION_LIMITS_ENTERPRISE,
  unlimited: config.NOTIFICATION_LIMITS_UNLIMITED,
})

const createCategoryMeter = (
  config: Config,
  environment: Environment,
  category: RateLimitCategory,
  now: number,
): CategoryMeter => {
  const own = environment.rateLimits?.[category]
  const perSecond = own ?? limitsOfTier(config)[environment.tier][category]
  const { NOTIFICATION_LIMIT_WINDOW_SECONDS: windowSeconds, NOTIFICATION_LIMIT_BURST: burst } = config
  const meter = createMeter({ perSecond, windowSeconds, burst }, now)
  const level = own === undefined ? environment.tier : 'custom'
  const policy = (cost: Cost) => `${meter.policy};category="${category}";cost="${cost}";serviceLevel="${level}"`
  return { ...meter, policies: { single: policy('single'), bulk: policy('bulk') } }
}

const sameLimits = (a: Environment, b: Environment) =>
  a === b || (a.tier === b.tier && JSON.stringify(a.rateLimits) === JSON.stringify(b.rateLimits))

const MAX_ENVIRONMENTS = 20_000

type Limiter = (environment: Environment, category: RateLimitCategory, now: number) => CategoryMeter

const createLimiter = (config: Config): Limiter => {
  const byEnvironment = new Map<string, Meters>()
  const metersOf = (environment: Environment): Meters => {
    const known = byEnvironment.get(environment.id)
    if (known && sameLimits(known.environment, environment)) {
      known.environment = environment
      return known
    }
    const meters = { environment, of: {} }
    byEnvironment.set(environment.id, meters)
    const oldest = byEnvironment.size > MAX_ENVIRONMENTS ? byEnvironment.keys().next().value : undefined
    if (oldest) byEnvironment.delete(oldest)
    return meters
  }
  return (environment, category, now) => {
    const { of } = metersOf(environment)
    of[category] ??= createCategoryMeter(config, environment, category, now)
    return of[category]
  }
}

const limiterOf = perDeps((deps: Deps) => createLimiter(deps.config))

/**
 * Counts a call with the environment's key and writes the headers that tell how much is left; throws 429 when it has
 * asked for too much. Each process counts for itself.
 */
export const refuseExcess = (
  { deps, environment }: EnvironmentCtx,
  endpoint: { category?: RateLimitCategory; cost?: Cost },
  reply: FastifyReply,
): void => {
  const now = deps.now().getTime()
  const { category = 'global', cost = 'single' } = endpoint
  const meter = limiterOf(deps)(environment, category, now)
  const call = {
    cost: cost === 'bulk' ? deps.config.NOTIFICATION_LIMIT_BULK_COST : 1,
    policy: meter.policies[cost],
    now,
  }
  if (!payForCall(reply, meter, call)) throw new V1Error(429, 'API rate limit exceeded')
}
