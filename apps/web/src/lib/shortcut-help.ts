import { useSyncExternalStore } from 'react'

let open = false
const listeners = new Set<() => void>()

const set = (next: boolean): void => {
  open = next
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Shows which keys do what. */
export const openShortcutHelp = (): void => set(true)
export const closeShortcutHelp = (): void => set(false)
export const useShortcutHelp = (): boolean => useSyncExternalStore(subscribe, () => open)
