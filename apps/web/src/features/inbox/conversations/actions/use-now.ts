import { useEffect, useState } from 'react'

const step = 30_000
let now = 0
let timer: ReturnType<typeof setInterval> | undefined
const listeners = new Set<(now: number) => void>()

const tick = () => {
  now = Date.now()
  for (const tell of listeners) tell(now)
}

const subscribe = (listener: (now: number) => void) => {
  listeners.add(listener)
  timer ??= setInterval(tick, step)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
}

/** The clock stops while no component uses it. */
const present = (): number => {
  if (!timer) now = Date.now()
  return now
}

/** The present in milliseconds, of one clock for the whole page that moves every half minute. */
export const useNow = (): number => {
  const [seen, see] = useState(present)
  useEffect(() => subscribe(see), [])
  return seen
}
