import { useEffect, useSyncExternalStore } from 'react'

const counts = new Map<string, number>()
const listeners = new Set<() => void>()

const set = (what: string, count: number): void => {
  if ((counts.get(what) ?? 0) === count) return
  counts.set(what, count)
  for (const listener of listeners) listener()
}

const total = (): number => [...counts.values()].reduce((sum, count) => sum + count, 0)

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Says how many of something wait for the person, as long as the caller is mounted. */
export const useWaiting = (what: string, count: number): void => {
  useEffect(() => {
    set(what, count)
    return () => set(what, 0)
  }, [what, count])
}

/** How many things wait for the person, whatever they are. */
export const useWaitingTotal = (): number => useSyncExternalStore(subscribe, total)
