import { webAddress } from '@recado/contracts/shared/web-address'
import type { Deps } from '#server/context.ts'
import { type Cache, createCache } from '#server/lib/cache.ts'
import { perDeps } from '#server/lib/per-deps.ts'
import {
  findLinkAcrossCompanies,
  findOwnAddress,
  type NamedLink,
  type StoredLink,
} from '#server/modules/campaigns/links/index.ts'

const KEEP_MS = 60_000

const linksOf = perDeps((deps: Deps) =>
  createCache<StoredLink | null>({ ttlMs: KEEP_MS, now: () => deps.now().getTime() }),
)
const addressesOf = perDeps((deps: Deps) =>
  createCache<string | null>({ ttlMs: KEEP_MS, now: () => deps.now().getTime() }),
)

/** People do not wait longer for a database that does not answer. */
const MOST_WAIT_MS = 2000

const inTime = async <V>(reading: Promise<V>): Promise<V> => {
  const { promise: over, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Error('the database did not answer in time')), MOST_WAIT_MS)
  return await Promise.race([reading, over]).finally(() => clearTimeout(timer))
}

/** What is known, or was known when the database could still be asked. Throws when neither is. */
const known = async <V extends object | string | null>(cache: Cache<V>, key: string, read: () => Promise<V>) => {
  const last = cache.peek(key)
  try {
    return await inTime(cache.load(key, read))
  } catch (error) {
    if (last !== undefined) return last
    throw error
  }
}

/** The link that an address names and where it leads; null where it leads nowhere. Throws when that cannot be told now. */
export const findLink = async (
  deps: Deps,
  { token, seq }: NamedLink,
): Promise<{ link: StoredLink; url: string } | null> => {
  const link = await known(linksOf(deps), token, () => findLinkAcrossCompanies(deps.database, token))
  if (!link) return null
  const given =
    link.url ?? (await known(addressesOf(deps), `${token} ${seq}`, () => findOwnAddress(deps.database, link, seq)))
  const url = given === null ? null : webAddress(given)
  return url === null ? null : { link, url }
}
