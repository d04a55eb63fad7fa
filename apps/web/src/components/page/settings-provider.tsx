import { billingDefaults, type GeneralSettings } from '@recado/contracts/shared/settings'
import { createContext, type ReactNode, useContext, useEffect, useState } from 'react'
import { fetchJson } from '#web/lib/api/fetch-json.ts'

/** General settings of the installation, by the names that screens use (spec §3). */
export type Settings = {
  domain: string
  domain_id: string
  scss_id: string
  app_name: string
  app_logo: string
  app_favicon: string
  billing_country: string
  billing_address: string
  billing_city: string
  billing_state: string
  billing_zip: string
  /** Where the inbox comes from; null where there is none. */
  notifications: NotificationSource | null
}

type NotificationSource = GeneralSettings['notifications']

type Answer = Partial<Record<Exclude<keyof GeneralSettings, 'notifications'>, string | number | null>> & {
  notifications?: Partial<NotificationSource>
}

const defaults: Settings = {
  domain: '',
  domain_id: '',
  scss_id: 'uid1',
  app_name: '',
  app_logo: '',
  app_favicon: '',
  ...billingDefaults,
  notifications: null,
}

const text = (value: string | number | null | undefined, fallback = ''): string =>
  value === null || value === undefined || value === '' ? fallback : String(value)

const sourceFrom = ({ apiUrl, socketUrl, applicationIdentifier }: Partial<NotificationSource> = {}) =>
  apiUrl && applicationIdentifier ? { apiUrl, socketUrl: socketUrl || apiUrl, applicationIdentifier } : null

const settingsFrom = (answer: Answer): Settings => ({
  domain: text(answer.domain),
  domain_id: text(answer.id),
  scss_id: `uid${text(answer.id)}`,
  app_name: text(answer.name),
  app_logo: text(answer.logo),
  app_favicon: text(answer.favicon),
  billing_country: text(answer.billing_country, defaults.billing_country),
  billing_address: text(answer.billing_address, defaults.billing_address),
  billing_city: text(answer.billing_city, defaults.billing_city),
  billing_state: text(answer.billing_state, defaults.billing_state),
  billing_zip: text(answer.billing_zip, defaults.billing_zip),
  notifications: sourceFrom(answer.notifications),
})

const keptKey = 'recado.inbox-source'

/** Where the inbox was found last, for when the settings cannot be read. */
const keptSource = (): NotificationSource | null => {
  try {
    return sourceFrom(JSON.parse(localStorage.getItem(keptKey) ?? '{}') ?? {})
  } catch {
    return null
  }
}

const keepSource = (source: NotificationSource | null): void => {
  try {
    if (source) localStorage.setItem(keptKey, JSON.stringify(source))
    else localStorage.removeItem(keptKey)
  } catch {
    // Where storage is forbidden the inbox waits for the settings.
  }
}

const RETRY_MS = 30_000

const SettingsContext = createContext<Settings | null>(null)

/**
 * Loads the general settings at the start; until then, and when that fails, the defaults stand, and the inbox is where it
 * was last. What failed is tried again now and then.
 */
export const SettingsProvider = ({ children }: { children: ReactNode }) => {
  const [settings, setSettings] = useState(defaults)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let gone = false
    const load = (): void => {
      fetchJson<Answer>('/api/v1/settings/general').then(
        (answer) => {
          const known = settingsFrom(answer)
          keepSource(known.notifications)
          setSettings(known)
        },
        (error: unknown) => {
          // biome-ignore lint/suspicious/noConsole: the spec asks for exactly this log line
          console.error('Error fetching settings:', error)
          if (gone) return
          setSettings({ ...defaults, notifications: keptSource() })
          timer = setTimeout(load, RETRY_MS)
        },
      )
    }
    load()
    return () => {
      gone = true
      clearTimeout(timer)
    }
  }, [])
  return <SettingsContext value={settings}>{children}</SettingsContext>
}

/** The general settings. Throws outside of the provider. */
export const useSettings = (): Settings => {
  const settings = useContext(SettingsContext)
  if (!settings) throw new Error('useSettings must be used within a SettingsProvider')
  return settings
}

/** What the brand consists of: name, logo and the id of its style sheet. */
export const useBrand = (): Pick<Settings, 'app_name' | 'app_logo' | 'scss_id'> => {
  const { app_name, app_logo, scss_id } = useSettings()
  return { app_name: app_name || 'Recado', app_logo, scss_id }
}
