import type { Deps } from '../../../context.ts'
import { createBatcher } from '../../../lib/batcher.ts'
import { claimJobs, type JobRow, reclaimJobs, releaseJobs } from './queries/jobs.ts'
import { markUnknown } from './queries/unknown.ts'
import { type Entry, recordBatch, runJobs, settleOrphans } from './run-jobs.ts'
import { single } from './single.ts'

const LEASE_MS = 60_000
const BATCH = 100
/** Jobs worked on at the same time: most of them wait for a provider. */
const MAX_FLYING = 400

const lease = (deps: Deps) => new Date(deps.now().getTime() + LEASE_MS)
const claim = (deps: Deps, limit: number) =>
  claimJobs(deps.database.pool, deps.processId, deps.now(), lease(deps), limit)

type RecorderBatch = ReturnType<typeof createBatcher<Entry, boolean>>

/** Works on the jobs whose time has come. */
export const createJobRunner = () => {
  let deps: Deps | null = null
  let flying = 0
  const flights = new Set<Promise<void>>()
  const recorders = new WeakMap<Deps, RecorderBatch>()

  const recorderOf = (own: Deps) => {
    const run = (batch: Entry[]) => recordBatch(own, batch)
    const known = recorders.get(own) ?? createBatcher({ max: 200, parallel: 2, run })
    recorders.set(own, known)
    return known.add
  }
  const failed = (err: unknown) => deps?.log.error({ err }, 'notification jobs failed')

  /** Ends or puts back what died with another process; answers how many calls of unknown fate there were. */
  const reclaim = async (own: Deps): Promise<number> => {
    const orphans = await reclaimJobs(own.database.pool, own.processId, own.now(), lease(own))
    if (orphans.length === 0) return 0
    const ids = orphans.map(({ id }) => id)
    await markUnknown(own.database.pool, ids, own.now())
    await settleOrphans(own, orphans, recorderOf(own))
    return orphans.length
  }

  const fly = (own: Deps, jobs: readonly JobRow[]) => {
    flying += jobs.length
    let left = jobs.length
    const ended = () => {
      left--
      flying--
      if (flying < MAX_FLYING / 2) runner.run()
    }
    const flight = runJobs(own, jobs, recorderOf(own), ended)
      .catch(failed)
      .finally(() => {
        flying -= left
        flights.delete(flight)
      })
    flights.add(flight)
  }

  const runner = single(async () => {
    try {
      while (deps && flying < MAX_FLYING) {
        const limit = Math.min(BATCH, MAX_FLYING - flying)
        const jobs = await claim(deps, limit)
        if (jobs.length > 0) fly(deps, jobs)
        if (jobs.length < limit) return
      }
    } catch (err) {
      failed(err)
    }
  })

  return {
    wake: runner.run,
    start: (own: Deps): void => {
      deps = own
    },
    tick: (): void => {
      if (deps) void reclaim(deps).catch(failed)
      runner.run()
    },
    /** Claims and does one batch; answers how many jobs that were. */
    drainOnce: async (own: Deps): Promise<number> => {
      const jobs = await claim(own, BATCH)
      await runJobs(own, jobs, recorderOf(own))
      return jobs.length + (await reclaim(own))
    },
    stop: async (): Promise<void> => {
      const own = deps
      deps = null
      await Promise.all([runner.idle(), ...flights])
      if (own) await releaseJobs(own.database.pool, own.processId, own.now())
    },
  }
}
