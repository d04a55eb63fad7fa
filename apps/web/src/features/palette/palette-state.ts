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

export const openPalette = (): void => set(true)
export const closePalette = (): void => set(false)
/** Whether the command palette is shown. */
export const usePaletteOpen = (): boolean => useSyncExternalStore(subscribe, () => open)
