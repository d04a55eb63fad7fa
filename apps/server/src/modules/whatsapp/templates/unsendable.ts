import type { Deps } from '#server/context.ts'
import { listUnsendableAcrossCompanies } from './queries/templates.ts'

const KEEP_MS = 30_000

type Entry = { words: ReadonlyMap<string, string>; until: number }

const create = (deps: Deps) => {
  const cache = { entries: new Map<string, Entry>(), changes: 0 }
  deps.bus.subscribe('templates.changed', ({ accountId }) => {
    cache.changes += 1
    cache.entries.delete(accountId)
  })
  deps.bus.onGap(() => {
    cache.changes += 1
    cache.entries.clear()
  })
  return cache
}

const caches = new WeakMap<Deps, ReturnType<typeof create>>()

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
  const cache = caches.get(deps) ?? create(deps)
  caches.set(deps, cache)
  const known = cache.entries.get(accountId)
  if (known && known.until > deps.now().getTime()) return known.words.get(`${name} ${language}`) ?? null
  const { changes } = cache
  const rows = await listUnsendableAcrossCompanies(deps.database, accountId)
  const words = new Map(rows.map((row) => [`${row.name} ${row.language}`, row.status]))
  // What changed while it was read may be missing in it.
  if (cache.changes === changes) cache.entries.set(accountId, { words, until: deps.now().getTime() + KEEP_MS })
  return words.get(`${name} ${language}`) ?? null
}
