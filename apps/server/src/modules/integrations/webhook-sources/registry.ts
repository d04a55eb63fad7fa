import type { Deps } from '#server/context.ts'
import type { Db } from '#server/db/client.ts'
import { createCache } from '#server/lib/cache.ts'
import { perDeps } from '#server/lib/per-deps.ts'
import { findSource, webhookSources } from './catalogue.ts'
import { declaredSource } from './declared.ts'
import { findPublished, listPublished, type Published } from './queries.ts'
import type { WebhookSource } from './source.ts'

/** Names one version of a source; those of the product have none. */
export type SourceName = { sourceKey: string; sourceNumber: number | null }

/** Reads by the connection at hand: in a transaction, another one could be waited for by all. */
type Reader = { deps: Deps; db: Db }

const LIST = 'all'

/**
 * What platform admins published. A version that was published never changes, so it is read once; which are offered is read
 * again when that changes.
 */
const registry = perDeps((deps: Deps) => {
  const versions = createCache<WebhookSource>({ max: 2000 })
  const published = createCache<readonly Published[]>({ ttlMs: 60_000 })
  deps.bus.subscribe('webhook_sources.changed', () => published.invalidateAll())
  deps.bus.onGap(() => published.invalidateAll())
  return { versions, published }
})

/** The source that a connected system follows, whether it is still offered or not. */
export const sourceNamed = async (
  reader: Reader,
  { sourceKey, sourceNumber }: SourceName,
): Promise<WebhookSource | null> => {
  if (sourceNumber === null) return findSource(sourceKey) ?? null
  const { versions } = registry(reader.deps)
  const name = `${sourceKey} ${sourceNumber}`
  const atHand = versions.get(name)
  if (atHand) return atHand
  const row = await findPublished(reader, sourceKey, sourceNumber)
  return row && versions.loadAlone(name, async () => declaredSource(row))
}

/** The versions of a source that are offered, the newest first. */
export const versionsOffered = async (reader: Reader, key: string): Promise<Published[]> =>
  (await allPublished(reader)).filter((one) => one.key === key)

const allPublished = (reader: Reader): Promise<readonly Published[]> =>
  registry(reader.deps).published.loadAlone(LIST, () => listPublished(reader))

const mayHave = ({ blocks }: Published, granted: readonly string[]): boolean =>
  blocks.every((block) => granted.includes(block))

/** Sources that companies with these access blocks can connect, in the order in which they are shown. */
export const offeredSources = async (reader: Reader, granted: readonly string[]): Promise<WebhookSource[]> => {
  const all = await allPublished(reader)
  const newest = all.filter((one, n) => all[n - 1]?.key !== one.key && mayHave(one, granted))
  const own: WebhookSource[] = []
  for (const { key, number } of newest) {
    const source = await sourceNamed(reader, { sourceKey: key, sourceNumber: number })
    if (source) own.push(source)
  }
  // The one for any other system comes last.
  return [...webhookSources.slice(0, -1), ...own, ...webhookSources.slice(-1)]
}

/** The source of this key that a company with these access blocks can connect; null where it is offered none. */
export const offeredSource = async (
  reader: Reader,
  key: string,
  granted: readonly string[],
): Promise<WebhookSource | null> => {
  const known = findSource(key)
  if (known) return known
  const [newest] = await versionsOffered(reader, key)
  return newest && mayHave(newest, granted)
    ? sourceNamed(reader, { sourceKey: key, sourceNumber: newest.number })
    : null
}
