/** Head start of the tab that has the focus (milliseconds). */
const headStart = 150

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/**
 * Does something in one of the tabs that want to do it within `ms` milliseconds of each other: in the one that has the
 * focus, if any. Where a browser has no locks (pages without TLS), every tab does it.
 */
export const inOneTab = async (name: string, ms: number, run: () => void): Promise<void> => {
  if (!document.hasFocus()) await pause(headStart)
  if (!('locks' in navigator)) return run()
  await navigator.locks.request(name, { ifAvailable: true }, async (lock) => {
    if (!lock) return
    run()
    await pause(ms)
  })
}
