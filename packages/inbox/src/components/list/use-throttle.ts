import { useEffect, useMemo, useRef } from 'react'

/** Calls back at once and then at most every `pause` ms, the last time with what holds by then. */
export function useThrottle(callback: () => void, pause: number): () => void {
  const latest = useRef(callback)
  useEffect(() => {
    latest.current = callback
  })
  const throttle = useMemo(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let isAsked = false
    const run = () => {
      isAsked = false
      latest.current()
      timer = setTimeout(() => {
        timer = undefined
        if (isAsked) run()
      }, pause)
    }
    return {
      call: () => {
        isAsked = true
        if (timer === undefined) run()
      },
      end: () => {
        clearTimeout(timer)
        timer = undefined
      },
    }
  }, [pause])
  useEffect(() => throttle.end, [throttle])
  return throttle.call
}
