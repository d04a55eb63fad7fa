import type { Deps } from '../../../context.ts'
import { createBatcher } from '../../../lib/batcher.ts'
import type { EnvironmentCtx } from '../context.ts'
import { isLarge, processLargeEvent } from './large-events.ts'
import { processBatch, profilesOf } from './process-events.ts'
import * as events from './queries/events.ts'
import { claimJobs, type JobRow, reclaimJobs, releaseJobs } from './queries/jobs.ts'
import { markUnknown } from './queries/unknown.ts'
import { type Entry, recordBatch, runJobs, settleOrphans } from './run-jobs.ts'

const TICK_MS = 1000
const LEASE_MS = 60_000
const EVENT_BATCH = 200
const JOB_BATCH = 100
/** Jobs worked on at the same time: most of them wait for a provider. */
const MAX_FLYING = 400
/** Events in hand beyond which new ones are left to whoever has time. */
const MAX_IN_HAND = 10_000
const EVENT_ATTEMPTS = 5

export type NotificationEngine = {
  /** Stores an event and sees that it is processed. In a transaction it belongs to it. */
  accept: (ctx: EnvironmentCtx, event: events.EventRow) => Promise<void>
  start: (deps: Deps) => void
  /** Finishes what is in hand, or hands it back. */
  stop: () => Promise<void>
  /** Does everything that is due at `deps.now()`, until nothing is; for tests. */
  drain: (deps: Deps) => Promise<void>
  /** Jobs have become due. */
  wakeJobs: () => void
}

const lease = (deps: Deps) => new Date(deps.now().getTime() + LEASE_MS)

/** Works on events: a batch at once, and one by one when the batch fails, so that a bad one holds nobody up. */
const processEvents = async (deps: Deps, batch: readonly events.EventRow[], stopped: () => boolean): Promise<void> => {
  const one = async (event: events.EventRow) => {
    try {
      if (isLarge(event)) await processLargeEvent(deps, event, stopped)
      else await processBatch(deps, [{ event, recipients: profilesOf(event.recipients), ends: true }])
    } catch (err) {
      deps.log.error({ err, eventId: event.id }, 'a notification event could not be processed')
      const again = event.attempts < EVENT_ATTEMPTS ? new Date(deps.now().getTime() + 2000 * 2 ** event.attempts) : null
      await events.postponeEvent(deps.database.pool, event.id, err instanceof Error ? err.message : String(err), again)
    }
  }
  const small = batch.filter((event) => !isLarge(event))
  try {
    const shares = small.map((event) => ({ event, recipients: profilesOf(event.recipients), ends: true }))
    if (shares.length > 0) await processBatch(deps, shares)
  } catch {
    for (const event of small) await one(event)
  }
  for (const event of batch) if (isLarge(event)) await one(event)
}

/** One task at a time; asked for while it runs, it runs once more. */
const single = (task: () => Promise<void>) => {
  let running: Promise<void> | null = null
  let again = false
  const round = async () => {
    do {
      again = false
      await task()
    } while (again)
    running = null
  }
  return {
    run: (): Promise<void> => {
      if (running) again = true
      else running = round()
      return running ?? Promise.resolve()
    },
    idle: () => running ?? Promise.resolve(),
  }
}

/** The notification engine of this process: accepts events, turns them into runs and works on their jobs. */
export const createNotificationEngine = (): NotificationEngine => {
  let deps: Deps | null = null
  let stopping = false
  let timer: NodeJS.Timeout | undefined
  let inHand = 0
  const cleanups: (() => void)[] = []
  const stopped = () => stopping

  const inserters = new WeakMap<Deps, ReturnType<typeof createBatcher<events.EventRow, boolean>>>()
  const inserterOf = (own: Deps) => {
    const known = inserters.get(own)
    if (known) return known
    const inserter = createBatcher<events.EventRow, boolean>({
      max: 500,
      parallel: 2,
      run: async (batch) => {
        const fresh = await events.insertEvents(own.database.db, batch)
        return batch.map(({ id }) => fresh.has(id))
      },
    })
    inserters.set(own, inserter)
    return inserter
  }
  const recorders = new WeakMap<Deps, ReturnType<typeof createBatcher<Entry, boolean>>>()
  const recorderOf = (own: Deps) => {
    const known =
      recorders.get(own) ??
      createBatcher<Entry, boolean>({ max: 200, parallel: 2, run: (batch) => recordBatch(own, batch) })
    recorders.set(own, known)
    return known.add
  }

  const worker = createBatcher<events.EventRow, null>({
    max: EVENT_BATCH,
    parallel: 2,
    run: async (batch) => {
      if (deps && !stopping) await processEvents(deps, batch, stopped)
      inHand -= batch.length
      return batch.map(() => null)
    },
  })
  const take = (event: events.EventRow) => {
    inHand++
    void worker.add(event).catch((err: unknown) => deps?.log.error({ err }, 'notification events failed'))
  }

  const claimEvents = async () => {
    while (deps && !stopping && inHand < MAX_IN_HAND) {
      const claimed = await events.claimEvents(deps.database.pool, deps.processId, deps.now(), lease(deps), EVENT_BATCH)
      for (const event of claimed) take(event)
      if (claimed.length < EVENT_BATCH) return
      await worker.idle()
    }
  }
  const reclaim = async (own: Deps): Promise<number> => {
    const orphans = await reclaimJobs(own.database.pool, own.processId, own.now(), lease(own))
    if (orphans.length === 0) return 0
    const ids = orphans.map(({ id }) => id)
    await markUnknown(own.database.pool, ids, own.now())
    await settleOrphans(own, orphans, recorderOf(own))
    return orphans.length
  }
  const claim = (own: Deps, limit: number) => claimJobs(own.database.pool, own.processId, own.now(), lease(own), limit)

  let flying = 0
  const flights = new Set<Promise<void>>()
  const landed = () => {
    flying--
    if (flying < MAX_FLYING / 2) void runner.run()
  }
  const fly = (own: Deps, jobs: readonly JobRow[]) => {
    flying += jobs.length
    const flight = runJobs(own, jobs, recorderOf(own), landed).catch((err: unknown) => {
      flying -= jobs.length
      failed(err)
    })
    flights.add(flight)
    void flight.finally(() => flights.delete(flight))
  }
  const failed = (err: unknown) => {
    if (!stopping) deps?.log.error({ err }, 'the notification engine failed')
  }
  const claimer = single(() => claimEvents().catch(failed))
  const runner = single(async () => {
    try {
      while (deps && !stopping && flying < MAX_FLYING) {
        const limit = Math.min(JOB_BATCH, MAX_FLYING - flying)
        const jobs = await claim(deps, limit)
        if (jobs.length > 0) fly(deps, jobs)
        if (jobs.length < limit) return
      }
    } catch (err) {
      failed(err)
    }
  })

  return {
    accept: async (ctx, event) => {
      if (ctx.inTransaction) {
        await events.insertEvents(ctx.db, [event])
        ctx.afterCommit(() => ctx.deps.bus.publish('notifications.wake', { environmentId: event.environmentId }))
        return
      }
      const local = deps !== null && !stopping && inHand < MAX_IN_HAND
      const own: events.EventRow = local
        ? { ...event, leaseOwner: ctx.deps.processId, leaseUntil: lease(ctx.deps), attempts: 1 }
        : event
      if (!(await inserterOf(ctx.deps).add(own))) return
      if (local) take(own)
      else ctx.deps.bus.publish('notifications.wake', { environmentId: event.environmentId })
    },
    start: (own) => {
      deps = own
      stopping = false
      cleanups.push(own.bus.subscribe('notifications.wake', () => void claimer.run()))
      const tick = () => {
        void claimer.run()
        void reclaim(own).catch(failed)
        void runner.run()
        timer = setTimeout(tick, TICK_MS)
      }
      tick()
    },
    stop: async () => {
      stopping = true
      clearTimeout(timer)
      for (const cleanup of cleanups.splice(0)) cleanup()
      await Promise.all([worker.idle(), claimer.idle(), runner.idle(), ...flights])
      if (!deps) return
      await events.releaseEvents(deps.database.pool, deps.processId, deps.now())
      await releaseJobs(deps.database.pool, deps.processId, deps.now())
      deps = null
    },
    drain: async (own) => {
      for (let busy = true; busy; ) {
        const claimed = await events.claimEvents(own.database.pool, own.processId, own.now(), lease(own), EVENT_BATCH)
        if (claimed.length > 0) await processEvents(own, claimed, () => false)
        const jobs = await claim(own, JOB_BATCH)
        await runJobs(own, jobs, recorderOf(own))
        busy = claimed.length + jobs.length + (await reclaim(own)) > 0
      }
    },
    wakeJobs: () => void runner.run(),
  }
}
