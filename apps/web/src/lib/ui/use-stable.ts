import { useCallback, useLayoutEffect, useRef } from 'react'

/** A stable function that calls the latest handler, for components that rarely render. */
export const useStable = <Args extends unknown[], Result>(run: (...args: Args) => Result) => {
  const latest = useRef(run)
  useLayoutEffect(() => {
    latest.current = run
  })
  return useCallback((...args: Args): Result => latest.current(...args), [])
}
