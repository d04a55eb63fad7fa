import { useSyncExternalStore } from 'react'

/** Whether something is shown, as everything on the page can ask and say. */
export const createOpenState = () => {
  let open = false
  const listeners = new Set<() => void>()
  const subscribe = (listener: () => void) => {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  }
  return {
    set: (next: boolean): void => {
      open = next
      for (const listener of listeners) listener()
    },
    useOpen: (): boolean => useSyncExternalStore(subscribe, () => open),
  }
}
