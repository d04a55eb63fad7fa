export type Cache<V> = {
  /** What is at hand, without waiting; undefined when it has to be read. */
  get: (key: string) => V | undefined
  /** What was read last, also when its time is over or it is being read again; undefined after a change. */
  peek: (key: string) => V | undefined
  /** What is known, or else what `read` answers; whoever asks meanwhile waits for the same reading. A failure is not kept. */
  load: (key: string, read: () => PromiseLike<V>) => Promise<V>
  /** As `load` in a transaction, which must not wait for a reading on another connection: it reads for itself. */
  loadAlone: (key: string, read: () => PromiseLike<V>) => Promise<V>
  /**
   * Several keys with one reading of those that are not at hand. What that does not answer is not known, and looked for
   * again the next time.
   */
  loadMany: (
    keys: Iterable<string>,
    read: (missing: string[]) => PromiseLike<ReadonlyMap<string, V>>,
  ) => Promise<Map<string, V>>
  /** The key changed: the next to ask reads it again, and a reading that is under way is not kept. */
  invalidate: (key: string) => void
  /** As `invalidate` for all whose value is concerned, or not known yet. */
  invalidateWhere: (concerns: (value: V) => boolean) => void
  invalidateAll: () => void
}

export type CacheOptions = {
  /** How long a value is known, from the beginning of its reading; for ever when not given. */
  ttlMs?: number
  /** Beyond so many keys the one goes that was asked for least recently. */
  max?: number
  now?: () => number
}

type Entry<V> = { reading: Promise<V>; value: V | undefined; atHand: boolean; until: number }

/** Values by key, each read once and known for a while. `V` does not include undefined. */
export const createCache = <V extends object | string | number | boolean | null>({
  ttlMs = Number.POSITIVE_INFINITY,
  max = 20_000,
  now = Date.now,
}: CacheOptions = {}): Cache<V> => {
  // In the order in which they were asked for, once half of the room is taken.
  const entries = new Map<string, Entry<V>>()
  let changes = 0

  const find = (key: string): Entry<V> | undefined => {
    const entry = entries.get(key)
    if (!entry || entry.until <= now()) return undefined
    // Far from the bound the order decides nothing, and moving an entry costs more than finding it.
    if (entries.size > max / 2) {
      entries.delete(key)
      entries.set(key, entry)
    }
    return entry
  }
  const store = (key: string, entry: Entry<V>) => {
    entries.delete(key)
    entries.set(key, entry)
    const oldest = entries.size > max ? entries.keys().next().value : undefined
    if (oldest !== undefined) entries.delete(oldest)
  }
  /** Keeps what was read, unless something changed since: then it may be of before. */
  const keep = (key: string, value: V, read: { from: number; changes: number }) => {
    if (read.changes === changes)
      store(key, { reading: Promise.resolve(value), value, atHand: true, until: read.from + ttlMs })
  }

  const get = (key: string): V | undefined => {
    const entry = find(key)
    return entry?.atHand ? entry.value : undefined
  }

  return {
    get,
    peek: (key) => entries.get(key)?.value,
    load: (key, read) => {
      const known = find(key)
      if (known) return known.reading
      const until = now() + ttlMs
      // A query that is being built runs again for each caller that awaits it; a promise of it does not.
      const reading = Promise.resolve(read())
      const entry: Entry<V> = { reading, value: entries.get(key)?.value, atHand: false, until }
      store(key, entry)
      reading.then(
        (value) => {
          entry.value = value
          entry.atHand = true
        },
        () => {
          entry.until = Number.NEGATIVE_INFINITY
        },
      )
      return reading
    },
    loadAlone: async (key, read) => {
      const known = get(key)
      if (known !== undefined) return known
      const begun = { from: now(), changes }
      const value = await read()
      keep(key, value, begun)
      return value
    },
    loadMany: async (keys, read) => {
      const found = new Map<string, V>()
      const missing: string[] = []
      for (const key of new Set(keys)) {
        const known = get(key)
        if (known === undefined) missing.push(key)
        else found.set(key, known)
      }
      if (missing.length === 0) return found
      const begun = { from: now(), changes }
      for (const [key, value] of await read(missing)) {
        found.set(key, value)
        keep(key, value, begun)
      }
      return found
    },
    invalidate: (key) => {
      changes += 1
      entries.delete(key)
    },
    invalidateWhere: (concerns) => {
      changes += 1
      for (const [key, { value, atHand }] of entries)
        if (!atHand || value === undefined || concerns(value)) entries.delete(key)
    },
    invalidateAll: () => {
      changes += 1
      entries.clear()
    },
  }
}
