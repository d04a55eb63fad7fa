const key = 'reloaded-for-chunk'
const pause = 30_000

/** Whether an error means that a piece of the app did not come, as happens right after a deploy or without a connection. */
export const isChunkFailure = (error: unknown): boolean =>
  error instanceof Error &&
  /dynamically imported module|Importing a module script failed|error loading|Unable to preload CSS/i.test(
    error.message,
  )

/** Reloads the page, but not twice within half a minute. */
export const reloadOnce = (): void => {
  const last = Number(sessionStorage.getItem(key) ?? 0)
  if (Date.now() - last < pause) return
  sessionStorage.setItem(key, String(Date.now()))
  window.location.reload()
}
