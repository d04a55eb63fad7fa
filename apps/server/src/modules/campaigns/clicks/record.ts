import { type Deps, inTransaction, systemCtx } from '#server/context.ts'
import { isTransient } from '#server/db/transient-errors.ts'
import { createBatcher } from '#server/lib/batcher.ts'
import { perDeps } from '#server/lib/per-deps.ts'
import { safeMessageOf } from '#server/lib/safe-error.ts'
import { noteClicks } from '#server/modules/campaigns/delivery/index.ts'
import { type Click, insertClicks } from './queries/clicks.ts'

const MOST_PER_COMMIT = 500
/** People who clicked do not wait longer for their click to be written down. */
const MOST_WAIT_MS = 1000
const MOST_WAITING = 20_000
const TRIES = 3
const PAUSE_MS = 300

const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

/** Writes clicks down with what they mean for their campaigns. Doing it again with the same clicks changes nothing. */
export const storeClicks = (deps: Deps, clicks: readonly Click[]): Promise<void> =>
  inTransaction(systemCtx(deps, 'campaign links'), async (tx) => noteClicks(tx, await insertClicks(tx, clicks)))

const storeSurely = async (deps: Deps, clicks: readonly Click[]): Promise<void> => {
  for (let tries = 1; ; tries++)
    try {
      return await storeClicks(deps, clicks)
    } catch (error) {
      if (tries >= TRIES || !isTransient(error)) throw error
      await wait(PAUSE_MS * tries)
    }
}

const createRecorder = (deps: Deps) => {
  const said = (lost: number, error?: unknown) =>
    deps.log.error({ lost, ...(error ? { error: safeMessageOf(error) } : {}) }, 'clicks on links were lost')
  const batcher = createBatcher<Click, undefined>({
    max: MOST_PER_COMMIT,
    alone: (error) => !isTransient(error),
    run: async (clicks) => {
      await storeSurely(deps, clicks).catch((error: unknown) => {
        // Others of the batch may be fine.
        if (clicks.length > 1 && !isTransient(error)) throw error
        said(clicks.length, error)
      })
      return clicks.map(() => undefined)
    },
  })
  return {
    record: async (click: Click): Promise<void> => {
      if (batcher.waiting() >= MOST_WAITING) return said(1)
      const { promise: over, resolve } = Promise.withResolvers<void>()
      const timer = setTimeout(resolve, MOST_WAIT_MS)
      await Promise.race([batcher.add(click), over])
      clearTimeout(timer)
    },
    idle: batcher.idle,
  }
}

/** Commits clicks in groups. `record` waits for the commit, but not for long, and never fails. */
export const clickRecorder = perDeps(createRecorder)
