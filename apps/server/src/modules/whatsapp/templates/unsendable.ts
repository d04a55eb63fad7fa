import type { Deps } from '#server/context.ts'
import { createCache } from '#server/lib/cache.ts'
import { perDeps } from '#server/lib/per-deps.ts'
import { listUnsendableAcrossCompanies } from './queries/templates.ts'

const KEEP_MS = 30_000

const cacheOf = perDeps((deps: Deps) => {
  const cache = createCache<ReadonlyMap<string, string>>({ ttlMs: KEEP_MS, now: () => deps.now().getTime() })
  deps.bus.subscribe('templates.changed', ({ accountId }) => cache.invalidate(accountId))
  deps.bus.onGap(cache.invalidateAll)
  return cache
})

const readStatuses = async (deps: Deps, accountId: string): Promise<ReadonlyMap<string, string>> => {
  const rows = await listUnsendableAcrossCompanies(deps.database, accountId)
  return new Map(rows.map((row) => [`${row.name} ${row.language}`, row.status]))
}

/**
 * The status of a template that Meta would refuse now (paused, disabled, rejected…); null when it may be sent. For the
 * sender, which asks for every message: known per account until something changes, for 30 seconds at most.
 */
export const unsendableStatus = async (
  deps: Deps,
  accountId: string,
  name: string,
  language: string,
): Promise<string | null> => {
  const cache = cacheOf(deps)
  const statuses = cache.get(accountId) ?? (await cache.load(accountId, () => readStatuses(deps, accountId)))
  return statuses.get(`${name} ${language}`) ?? null
}
