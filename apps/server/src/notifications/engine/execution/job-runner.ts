import { setTimeout as sleep } from 'node:timers/promises'
import type { Deps } from '#server/context.ts'
import { isTransient } from '#server/db/transient-errors.ts'
import { createBatcher } from '#server/lib/batcher.ts'
import { perDeps } from '#server/lib/per-deps.ts'
import { createWorkLoop } from '#server/lib/work-loop.ts'
import { claimJobs, extendLeases, type JobRow, reclaimJobs, releaseJobs } from './queries/jobs.ts'
import { markUnknown } from './queries/mark-unknown.ts'
import { type Entry, type Recorder, recordEntries } from './record-jobs.ts'
import { endOrphans, runJobs } from './run-jobs.ts'

const LEASE_MS = 60_000
/** How often jobs in hand are kept from those who look for what others left behind. */
const KEEP_MS = 15_000
const BATCH = 100
/** How long a stop waits for providers; a call that is not over then is ended by whoever comes next. */
const STOP_MS = 12_000
/** Jobs worked on at the same time: most of them wait for a provider. */
const MAX_FLYING = 400

/** Whether an error may be about one of the entries, and not about the database. */
const isTheirs = (error: unknown) => !isTransient(error)
const lease = (deps: Deps) => new Date(deps.now().getTime() + LEASE_MS)
const claim = (deps: Deps, limit: number) =>
  claimJobs(deps.database.pool, { owner: deps.processId, now: deps.now(), leaseUntil: lease(deps), limit })

/** What ends at the same time is recorded together. */
const recorderOf = perDeps((deps: Deps): Recorder => {
  const run = (batch: Entry[]) => recordEntries(deps, batch)
  return createBatcher({ max: 200, parallel: 2, alone: isTheirs, run }).add
})

/** Ends or puts back what died with another process; answers how many jobs that were. */
const reclaim = async (deps: Deps, record: Recorder): Promise<number> => {
  const { called, queued } = await reclaimJobs(deps.database.pool, deps.processId, deps.now(), lease(deps))
  if (called.length === 0) return queued
  const ids = called.map(({ id }) => id)
  await markUnknown(deps.database.pool, ids, deps.now())
  await endOrphans(deps, called, record)
  return called.length + queued
}

/** Works on the jobs whose time has come. */
export const createJobRunner = () => {
  let deps: Deps | null = null
  let flying = 0
  const flights = new Set<Promise<void>>()
  const inHand = new Set<string>()
  let keepAt = 0
  const failed = (err: unknown) => deps?.log.error({ err }, 'notification jobs failed')

  /** Keeps what is in hand, also after a time in which this process did nothing, before it looks at what was left. */
  const tend = async (own: Deps) => {
    if (own.now().getTime() >= keepAt && inHand.size > 0) {
      await extendLeases(own.database.pool, own.processId, [...inHand], lease(own))
      keepAt = own.now().getTime() + KEEP_MS
    }
    await reclaim(own, recorderOf(own))
  }
  const tending = createWorkLoop({
    failed,
    round: async () => {
      if (deps) await tend(deps)
    },
  })

  const fly = (own: Deps, jobs: readonly JobRow[]) => {
    flying += jobs.length
    let left = jobs.length
    for (const { id } of jobs) inHand.add(id)
    const ended = (id: string) => {
      inHand.delete(id)
      left--
      flying--
      if (flying < MAX_FLYING / 2) runner.wake()
    }
    const flight = runJobs(own, jobs, recorderOf(own), ended)
      .catch(failed)
      .finally(() => {
        flying -= left
        for (const { id } of jobs) inHand.delete(id)
        flights.delete(flight)
      })
    flights.add(flight)
  }

  const runner = createWorkLoop({
    failed,
    round: async () => {
      while (deps && flying < MAX_FLYING) {
        const limit = Math.min(BATCH, MAX_FLYING - flying)
        const jobs = await claim(deps, limit)
        if (deps && jobs.length > 0) fly(deps, jobs)
        if (jobs.length === 0) return
      }
    },
  })

  return {
    wake: runner.wake,
    start: (own: Deps): void => {
      deps = own
    },
    tick: (): void => {
      tending.wake()
      runner.wake()
    },
    /** Claims and does one batch; answers how many jobs that were. */
    drainOnce: async (own: Deps): Promise<number> => {
      const jobs = await claim(own, BATCH)
      await runJobs(own, jobs, recorderOf(own))
      return jobs.length + (await reclaim(own, recorderOf(own)))
    },
    stop: async (): Promise<void> => {
      const own = deps
      deps = null
      const late = sleep(STOP_MS, undefined, { ref: false })
      await Promise.race([Promise.all([runner.idle(), tending.idle(), ...flights]), late])
      if (own) await releaseJobs(own.database.pool, own.processId, own.now())
    },
  }
}
