import type { Deps } from '#server/context.ts'
import { listUnsendableAcrossCompanies } from './queries/templates.ts'

const KEEP_MS = 30_000

type Entry = { words: ReadonlyMap<string, string>; until: number }

const create = (deps: Deps) => {
  const entries = new Map<string, Entry>()
  deps.bus.subscribe('templates.changed', ({ accountId }) => void entries.delete(accountId))
  deps.bus.onGap(() => entries.clear())
  return entries
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
  const entries = caches.get(deps) ?? create(deps)
  caches.set(deps, entries)
  let entry = entries.get(accountId)
  if (!entry || entry.until <= deps.now().getTime()) {
    const rows = await listUnsendableAcrossCompanies(deps.database, accountId)
    const words = new Map(rows.map((row) => [`${row.name} ${row.language}`, row.status]))
    entry = { words, until: deps.now().getTime() + KEEP_MS }
    entries.set(accountId, entry)
  }
  return entry.words.get(`${name} ${language}`) ?? null
}
