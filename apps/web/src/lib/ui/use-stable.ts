import { useCallback, useLayoutEffect, useRef } from 'react'

/** A function that stays the same over renders and runs what was given last: a handler of parts that render rarely. */
export const useStable = <Args extends unknown[], Result>(run: (...args: Args) => Result) => {
  const latest = useRef(run)
  useLayoutEffect(() => {
    latest.current = run
  })
  return useCallback((...args: Args): Result => latest.current(...args), [])
}
