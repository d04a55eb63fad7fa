import { useSyncExternalStore } from 'react'

const step = 30_000
let now = Date.now()
let timer: ReturnType<typeof setInterval> | undefined
const listeners = new Set<() => void>()

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  timer ??= setInterval(() => {
    now = Date.now()
    for (const tell of listeners) tell()
  }, step)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
}

const current = (): number => {
  if (!timer) now = Date.now() - (Date.now() % 1000)
  return now
}

/** The present in milliseconds, of one clock for the whole page that moves every half minute. */
export const useNow = (): number => useSyncExternalStore(subscribe, current)
