import { type PlatformSettings, settingsDefaults, settingsTabs } from '@recado/contracts/shared/settings'
import type { Deps } from '#server/context.ts'
import { findSettings } from './queries.ts'

// The settings are read with every request that changes something, so each process knows them for a moment.

const KEEP_MS = 5000

export type StoredSettings = PlatformSettings & { version: number; logo: string; favicon: string }

const known = new WeakMap<Deps, { value: StoredSettings; until: number }>()
const listening = new WeakSet<Deps>()

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

const listen = (deps: Deps) => {
  if (listening.has(deps)) return
  listening.add(deps)
  deps.bus.subscribe('settings.changed', () => known.delete(deps))
  deps.bus.onGap(() => known.delete(deps))
}

/** The settings, at most five seconds old; at once after a save. */
export const loadSettings = async (deps: Deps): Promise<StoredSettings> => {
  listen(deps)
  const entry = known.get(deps)
  const now = Date.now()
  if (entry && entry.until > now) return entry.value
  const value = await readSettings(deps.database)
  known.set(deps, { value, until: now + KEEP_MS })
  return value
}

/** What was read last, for places that cannot wait. */
export const peekSettings = (deps: Deps): StoredSettings | null => known.get(deps)?.value ?? null
