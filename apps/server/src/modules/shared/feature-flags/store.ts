import { type FeatureFlagKey, featureFlagKeys } from '@recado/contracts/shared/feature-flags'
import type { Ctx, Deps } from '#server/context.ts'
import { isOn, type Rollout, untouched } from './policy.ts'
import { listFlagCompanies, listFlags } from './queries.ts'

// Flags are asked for in the middle of work, so each process knows them for a moment.

const KEEP_MS = 5000

type Rollouts = ReadonlyMap<string, Rollout>

const known = new WeakMap<Deps, { value: Rollouts; until: number }>()
const listening = new WeakSet<Deps>()

const listen = (deps: Deps) => {
  if (listening.has(deps)) return
  listening.add(deps)
  deps.bus.subscribe('settings.changed', () => known.delete(deps))
  deps.bus.onGap(() => known.delete(deps))
}

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

const load = async (deps: Deps): Promise<Rollouts> => {
  listen(deps)
  const entry = known.get(deps)
  const now = Date.now()
  if (entry && entry.until > now) return entry.value
  const value = await readRollouts(deps.database)
  known.set(deps, { value, until: now + KEEP_MS })
  return value
}

/**
 * Whether the company of the context has a feature. What an admin changes holds at once in this process and in others
 * with the bus, after five seconds without it.
 */
export const featureOn = async (ctx: Pick<Ctx, 'deps' | 'company'>, key: FeatureFlagKey): Promise<boolean> =>
  isOn(key, (await load(ctx.deps)).get(key) ?? untouched, ctx.company?.id ?? null)
