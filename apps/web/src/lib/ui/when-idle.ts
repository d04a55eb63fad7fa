/** A page that has nothing else to do waits no longer than this (milliseconds). */
const patience = 2000

/** Runs something once the page has come to rest. Answers what calls it off. */
export const whenIdle = (run: () => void): (() => void) => {
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(run, patience / 4)
    return () => clearTimeout(timer)
  }
  const request = window.requestIdleCallback(run, { timeout: patience })
  return () => window.cancelIdleCallback(request)
}
