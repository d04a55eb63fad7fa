import { type FeatureFlagKey, featureFlagKeys } from '@recado/contracts/shared/feature-flags'
import type { Ctx, Deps } from '#server/context.ts'
import { createCache } from '#server/lib/cache.ts'
import { perDeps } from '#server/lib/per-deps.ts'
import { isOn, type Rollout, untouched } from './policy.ts'
import { listFlagCompanies, listFlags } from './queries.ts'

// Flags are asked for in the middle of work, so each process knows them for a moment.

const KEEP_MS = 5000

type Rollouts = ReadonlyMap<string, Rollout>

const cacheOf = perDeps((deps: Deps) => {
  const cache = createCache<Rollouts>({ ttlMs: KEEP_MS })
  deps.bus.subscribe('settings.changed', cache.invalidateAll)
  deps.bus.onGap(cache.invalidateAll)
  return cache
})

/** Every flag as it is in the database. */
export const readRollouts = async (reader: Pick<Ctx, 'db'>): Promise<Rollouts> => {
  const rows = await listFlags(reader)
  const said = Map.groupBy(await listFlagCompanies(reader), ({ key }) => key)
  return new Map(
    featureFlagKeys.map((key) => {
      const row = rows.find(({ flag }) => flag.key === key)?.flag ?? untouched
      const companies = new Map((said.get(key) ?? []).map(({ id, on }) => [id, on]))
      return [key, { enabled: row.enabled, percent: row.percent, companies }]
    }),
  )
}

const load = (deps: Deps): Promise<Rollouts> => cacheOf(deps).load('flags', () => readRollouts(deps.database))

/**
 * Whether the company of the context has a feature. What an admin changes holds at once in this process and in others
 * with the bus, after five seconds without it.
 */
export const featureOn = async (ctx: Pick<Ctx, 'deps' | 'company'>, key: FeatureFlagKey): Promise<boolean> =>
  isOn(key, (await load(ctx.deps)).get(key) ?? untouched, ctx.company?.id ?? null)
