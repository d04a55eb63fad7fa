import { useRef, useSyncExternalStore } from 'react'
import { browserStore, type TextStore } from '#web/lib/ui/browser-store.ts'

/** Alert settings of this browser; `mine` leaves out unassigned conversations and those of others. */
export type AlertSettings = { desktop: boolean; sound: boolean; mine: boolean }

const storeKey = 'recado.chat.alerts'
const usual: AlertSettings = { desktop: false, sound: false, mine: false }

/** What is stored, as far as it can be read. */
export const readAlertSettings = (store: TextStore): AlertSettings => {
  const chosen = (store.getItem(storeKey) ?? '').split(' ')
  return { desktop: chosen.includes('desktop'), sound: chosen.includes('sound'), mine: chosen.includes('mine') }
}

const offeredKey = 'recado.chat.alerts.offered'

const listeners = new Set<() => void>()
let current: AlertSettings | null = null

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
const snapshot = (): AlertSettings => {
  current ??= typeof window === 'undefined' ? usual : readAlertSettings(browserStore())
  return current
}

/** Keeps a choice in this browser. */
export const changeAlertSettings = (part: Partial<AlertSettings>): void => {
  current = { ...snapshot(), ...part }
  const names = (['desktop', 'sound', 'mine'] as const).filter((name) => current?.[name])
  browserStore().setItem(storeKey, names.join(' '))
  for (const listener of listeners) listener()
}

export const useAlertSettings = (): AlertSettings => useSyncExternalStore(subscribe, snapshot)

/** The offer was answered or dismissed, and is not shown again in this browser. */
export const noteOffered = (): void => {
  browserStore().setItem(offeredKey, 'yes')
  for (const listener of listeners) listener()
}

const offersNow = (): boolean => browserStore().getItem(offeredKey) === null

/** Whether to offer alerts: they were never offered in this browser, and no setting was changed. */
export const useOffersAlerts = (): boolean => {
  const { desktop, sound } = useAlertSettings()
  const isChosen = useRef(desktop || sound)
  return useSyncExternalStore(subscribe, offersNow) && !isChosen.current
}
