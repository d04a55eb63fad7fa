import type { RateLimitCategory, ServiceTier } from '@recado/contracts/notifications/domain'
import type { RateLimits } from '@recado/contracts/notifications/rate-limits'
import type { FastifyReply } from 'fastify'
import type { Deps } from '#server/context.ts'
import type { Environment, EnvironmentCtx } from '#server/notifications/shared/context.ts'
import { type Bucket, type BucketSize, consumeTokens, fullBucket, secondsUntilFull } from './token-bucket.ts'

type Config = Deps['config']

type Cost = 'single' | 'bulk'
type Meter = { bucket: Bucket; size: BucketSize; limit: string; policies: Record<Cost, string> }
type Meters = { environment: Environment; of: Partial<Record<RateLimitCategory, Meter>> }

const limitsOfTier = (config: Config): Record<ServiceTier, RateLimits> => ({
  free: config.NOTIFICATION_LIMITS_FREE,
  business: config.NOTIFICATION_LIMITS_BUSINESS,
  enterprise: config.NOTIFICATION_LIMITS_ENTERPRISE,
  unlimited: config.NOTIFICATION_LIMITS_UNLIMITED,
})

const createMeter = (config: Config, environment: Environment, category: RateLimitCategory, now: number): Meter => {
  const own = environment.rateLimits?.[category]
  const perSecond = own ?? limitsOfTier(config)[environment.tier][category]
  const window = config.NOTIFICATION_LIMIT_WINDOW_SECONDS
  const limit = Math.floor(perSecond * window)
  const capacity = Math.max(1, Math.floor(perSecond * window * (1 + config.NOTIFICATION_LIMIT_BURST)))
  const size = { capacity, perSecond }
  const level = own === undefined ? environment.tier : 'custom'
  const policy = (cost: Cost) =>
    `${limit};w=${window};burst=${capacity};comment="token bucket";category="${category}";cost="${cost}";serviceLevel="${level}"`
  const policies = { single: policy('single'), bulk: policy('bulk') }
  return { bucket: fullBucket(size, now), size, limit: String(limit), policies }
}

const sameLimits = (a: Environment, b: Environment) =>
  a === b || (a.tier === b.tier && JSON.stringify(a.rateLimits) === JSON.stringify(b.rateLimits))

const MAX_ENVIRONMENTS = 20_000

type Limiter = (environment: Environment, category: RateLimitCategory, now: number) => Meter

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
    of[category] ??= createMeter(config, environment, category, now)
    return of[category]
  }
}

const limiters = new WeakMap<Deps, Limiter>()

const limiterOf = (deps: Deps): Limiter => {
  const known = limiters.get(deps)
  if (known) return known
  const limiter = createLimiter(deps.config)
  limiters.set(deps, limiter)
  return limiter
}

/**
 * Counts a call with the environment's key and writes the headers that tell how much is left; false when it has asked
 * for too much. Each process counts for itself.
 */
export const payForCall = (
  { deps, environment }: EnvironmentCtx,
  endpoint: { category?: RateLimitCategory; cost?: Cost },
  reply: FastifyReply,
): boolean => {
  const now = deps.now().getTime()
  const { category = 'global', cost = 'single' } = endpoint
  const { bucket, size, limit, policies } = limiterOf(deps)(environment, category, now)
  const wait = consumeTokens(bucket, size, cost === 'bulk' ? deps.config.NOTIFICATION_LIMIT_BULK_COST : 1, now)
  const seconds = Math.ceil(wait > 0 ? wait : secondsUntilFull(bucket, size, now))
  reply.header('ratelimit-limit', limit)
  reply.header('ratelimit-remaining', String(Math.floor(bucket.tokens)))
  reply.header('ratelimit-reset', String(seconds))
  reply.header('ratelimit-policy', policies[cost])
  if (wait > 0) reply.header('retry-after', String(Math.max(1, seconds)))
  return wait === 0
}
