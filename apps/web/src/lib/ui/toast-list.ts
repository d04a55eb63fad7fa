import type { ReactNode } from 'react'

/** How long a toast stays (spec §9). */
export const toastMilliseconds = 8000

export type Toast = {
  id: string
  message: ReactNode
  color: string
  icon?: ReactNode
  /** How long it stays while not hovered or focused; null: until it is closed. */
  milliseconds: number | null
}

/** Toasts in the order in which they were requested, as a store for the component that shows them. */
export const createToasts = () => {
  let list: readonly Toast[] = []
  const listeners = new Set<() => void>()
  const set = (next: readonly Toast[]): void => {
    list = next
    for (const listener of listeners) listener()
  }
  return {
    /** Shows a toast for `toastMilliseconds`, or as long as it says. One with the id of a toast that is there is the same. */
    show: (toast: Omit<Toast, 'id' | 'milliseconds'> & Partial<Toast>): void => {
      const whole = { id: crypto.randomUUID(), milliseconds: toastMilliseconds, ...toast }
      if (!list.some(({ id }) => id === whole.id)) set([...list, whole])
    },
    hide: (id: string): void => set(list.filter((toast) => toast.id !== id)),
    clean: (): void => set([]),
    list: (): readonly Toast[] => list,
    subscribe: (listener: () => void): (() => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

export const toasts = createToasts()
