import type { RateLimitCategory, ServiceTier } from './domain.ts'

/** Requests a second, by category. */
export type RateLimits = Readonly<Record<RateLimitCategory, number>>

/** What an environment may ask for; an installation can say otherwise. */
export const tierLimits: Readonly<Record<ServiceTier, RateLimits>> = {
  free: { trigger: 60, configuration: 15, global: 30 },
  business: { trigger: 600, configuration: 150, global: 300 },
  enterprise: { trigger: 6000, configuration: 1500, global: 3000 },
  unlimited: { trigger: 6000, configuration: 1500, global: 3000 },
}

/** A limit holds over this many seconds; so much more of it fits into one burst; a bulk call counts as so many. */
export const rateLimitDefaults = { windowSeconds: 5, burst: 0.1, bulkCost: 100 } as const
