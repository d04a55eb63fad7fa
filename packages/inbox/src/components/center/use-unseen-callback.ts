import { useEffect, useRef } from 'react'

/** Tells the host the count of what was not seen: once it is known, and whenever it changes. */
export function useUnseenCallback(count: number | undefined, callback: ((count: number) => void) | undefined): void {
  const latest = useRef(callback)
  useEffect(() => {
    latest.current = callback
  })
  useEffect(() => {
    if (count !== undefined) latest.current?.(count)
  }, [count])
}
