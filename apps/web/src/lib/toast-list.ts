import { type ReactNode, useSyncExternalStore } from 'react'

/** How long a toast stays (spec §9). */
export const toastMilliseconds = 8000

export type Toast = {
  id: string
  message: ReactNode
  color: string
  icon?: ReactNode
  /** How long it stays while nobody is at it; null: until it is closed. */
  milliseconds: number | null
}

let shown: readonly Toast[] = []
const listeners = new Set<() => void>()

const set = (next: readonly Toast[]): void => {
  shown = next
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export const toasts = {
  /** Shows a toast for `toastMilliseconds`, or as long as it says. One with the id of a toast that is there is the same. */
  show: (toast: Omit<Toast, 'id' | 'milliseconds'> & Partial<Toast>): void => {
    const whole = { id: crypto.randomUUID(), milliseconds: toastMilliseconds, ...toast }
    if (!shown.some(({ id }) => id === whole.id)) set([...shown, whole])
  },
  hide: (id: string): void => set(shown.filter((toast) => toast.id !== id)),
  clean: (): void => set([]),
}

export const useToastList = (): readonly Toast[] => useSyncExternalStore(subscribe, () => shown)
