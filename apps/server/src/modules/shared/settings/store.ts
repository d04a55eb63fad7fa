import { type PlatformSettings, settingsDefaults, settingsTabs } from '@recado/contracts/shared/settings'
import type { Deps } from '#server/context.ts'
import { createCache } from '#server/lib/cache.ts'
import { perDeps } from '#server/lib/per-deps.ts'
import { findSettings } from './queries.ts'

// The settings are read with every request that changes something, so each process knows them for a moment.

const KEEP_MS = 5000

export type StoredSettings = PlatformSettings & { version: number; logo: string; favicon: string }

const KEY = 'settings'
const cacheOf = perDeps((deps: Deps) => {
  const cache = createCache<StoredSettings>({ ttlMs: KEEP_MS })
  deps.bus.subscribe('settings.changed', cache.invalidateAll)
  deps.bus.onGap(cache.invalidateAll)
  return cache
})

const stored = (row: Awaited<ReturnType<typeof findSettings>>): StoredSettings => {
  const saved: Record<string, unknown> = { ...row?.data }
  const brand = { ...settingsDefaults.brand, ...(saved['brand'] as object | undefined), name: row?.name || 'Recado' }
  const all: Record<string, unknown> = {
    ...saved,
    brand,
    domain: { domain: row?.domain ?? '' },
    billing: { ...settingsDefaults.billing, ...row?.billing },
  }
  const tabs = Object.fromEntries(
    Object.entries(settingsTabs).map(([tab, schema]) => {
      const parsed = schema.safeParse(all[tab])
      return [tab, parsed.success ? parsed.data : settingsDefaults[tab as keyof PlatformSettings]]
    }),
  ) as PlatformSettings
  return { ...tabs, version: row?.version ?? 0, logo: row?.logo ?? '', favicon: row?.favicon ?? '' }
}

/** The settings as they are in the database. */
export const readSettings = async (reader: Parameters<typeof findSettings>[0]): Promise<StoredSettings> =>
  stored(await findSettings(reader, '*'))

/** The settings, at most five seconds old; at once after a save. */
export const loadSettings = (deps: Deps): Promise<StoredSettings> =>
  cacheOf(deps).load(KEY, () => readSettings(deps.database))

/** What was read last, for places that cannot wait. */
export const peekSettings = (deps: Deps): StoredSettings | null => cacheOf(deps).peek(KEY) ?? null
