import { type Deps, systemCtx } from '#server/context.ts'
import { isTransient } from '#server/db/transient-errors.ts'
import { createBatcher } from '#server/lib/batcher.ts'
import { perDeps } from '#server/lib/per-deps.ts'
import { createWorkLoop } from '#server/lib/work-loop.ts'
import type { EnvironmentCtx } from '#server/notifications/shared/context.ts'
import { isLarge } from './large.ts'
import * as queries from './queries/events.ts'
import { startLargeEvent } from './start-large-events.ts'
import { profilesOf, type Share, startRuns } from './start-runs.ts'

const LEASE_MS = 60_000
const BATCH = 200
/** Large events in hand beyond which others are left to whoever has time. */
const MAX_IN_HAND = 1000
/** Parts of a large event that are done before it is the turn of the next one. */
const PARTS_A_TURN = 4
const MAX_ATTEMPTS = 5

type EventRow = queries.EventRow

const lease = (deps: Deps) => new Date(deps.now().getTime() + LEASE_MS)
const shareOf = (event: EventRow, outcome: Share['outcome'] = 'ended'): Share => ({
  event,
  recipients: profilesOf(event.recipients),
  outcome,
})

const isSmall = (event: EventRow) => !isLarge(event)

const postpone = async (deps: Deps, event: EventRow, err: unknown): Promise<void> => {
  deps.log.error({ err, eventId: event.id }, 'a notification event could not be processed')
  const wait = 2000 * 2 ** Math.min(event.attempts, MAX_ATTEMPTS)
  const again = isTransient(err) || event.attempts < MAX_ATTEMPTS ? new Date(deps.now().getTime() + wait) : null
  const reason = err instanceof Error ? err.message : String(err)
  await queries.postponeEvent(deps.database.pool, event.id, reason, again)
}

/** Answers what is left to be done of it. */
const startLarge = async (deps: Deps, event: EventRow, pauses: () => boolean): Promise<EventRow | null> => {
  try {
    return await startLargeEvent(deps, event, pauses)
  } catch (err) {
    await postpone(deps, event, err)
    return null
  }
}

/** A batch at once, and one by one if the batch fails, so that a bad event does not block others. */
const startSmall = async (deps: Deps, batch: readonly EventRow[]): Promise<void> => {
  const shares = batch.map((event) => shareOf(event))
  try {
    if (shares.length > 0) await startRuns(deps, shares)
  } catch {
    for (const share of shares) await startRuns(deps, [share]).catch((err) => postpone(deps, share.event, err))
  }
}

/** Triggers that arrive together share a commit; each is answered whether its transaction is new. */
const inserterOf = perDeps((deps: Deps) =>
  createBatcher<EventRow, boolean>({
    max: 500,
    parallel: 2,
    alone: (error) => !isTransient(error),
    run: async (batch) => {
      const fresh = await queries.insertEvents(systemCtx(deps, 'notifications.intake'), batch)
      return batch.map(({ id }) => fresh.has(id))
    },
  }),
)

type Running = () => Deps | null

/** Events whose runs are written with them: whether each was new; null when that failed, and they must be stored to be worked on one by one. */
const createAccepter = (running: Running) =>
  createBatcher<EventRow, boolean | null>({
    max: BATCH,
    parallel: 2,
    run: async (batch) => {
      const deps = running()
      if (!deps) return batch.map(() => null)
      try {
        const begun = await startRuns(
          deps,
          batch.map((event) => shareOf({ ...event, attempts: 1 }, 'accepted')),
        )
        return batch.map(({ id }) => begun.has(id))
      } catch (err) {
        deps.log.warn({ err }, 'a batch of notification events is worked on one by one')
        return batch.map(() => null)
      }
    },
  })

/** Large events take turns, beside the small ones: none waits until another one is through. */
const createLargeLane = (running: Running) => {
  /** Those that have begun here. */
  const inHand = new Set<string>()
  const worker = createBatcher<EventRow, EventRow | null>({
    max: 1,
    parallel: 2,
    run: async ([event]) => {
      let parts = 0
      const deps = running()
      const pauses = () => running() === null || parts++ >= PARTS_A_TURN
      return [deps && event ? await startLarge(deps, event, pauses) : null]
    },
  })
  return {
    isFull: () => inHand.size >= MAX_IN_HAND,
    finish: async (event: EventRow): Promise<void> => {
      // One that had to wait for its turn for long has only been claimed again.
      if (inHand.has(event.id)) return
      inHand.add(event.id)
      try {
        for (let left: EventRow | null = event; left && running(); ) left = await worker.add(left)
      } finally {
        inHand.delete(event.id)
      }
    },
    idle: worker.idle,
  }
}

const claim = ({ database, processId, now }: Deps, leaseUntil: Date) =>
  queries.claimEvents(database.pool, { owner: processId, now: now(), leaseUntil, limit: BATCH })

/** Takes events in and works on them: those of this process at once, those that others left behind by and by. */
export const createIntake = () => {
  let deps: Deps | null = null
  const running = () => deps
  const accepter = createAccepter(running)
  const largeLane = createLargeLane(running)
  const failed = (err: unknown) => deps?.log.error({ err }, 'notification events failed')

  const claimer = createWorkLoop({
    failed,
    round: async () => {
      while (deps && !largeLane.isFull()) {
        const claimed = await claim(deps, lease(deps))
        if (!deps) return
        for (const event of claimed.filter(isLarge)) void largeLane.finish(event).catch(failed)
        await startSmall(deps, claimed.filter(isSmall))
        if (claimed.length === 0) return
      }
    },
  })

  return {
    /** Answers whether the event's transaction is new. */
    accept: async (ctx: EnvironmentCtx, event: EventRow): Promise<boolean> => {
      const wake = () => ctx.deps.bus.publish('notifications.wake', { environmentId: event.environmentId })
      if (ctx.inTransaction) {
        ctx.afterCommit(wake)
        return (await queries.insertEvents(ctx, [event])).has(event.id)
      }
      const tried = deps !== null && !isLarge(event)
      const begun = tried ? await accepter.add(event) : null
      if (begun !== null) return begun
      const stored = await inserterOf(ctx.deps).add(event)
      if (stored) wake()
      // Part of a batch that failed may have been written all the same.
      return stored || tried
    },
    start: (own: Deps): void => {
      deps = own
    },
    claim: claimer.wake,
    /** Claims and does one batch; answers how many events that were. */
    drainOnce: async (own: Deps): Promise<number> => {
      const claimed = await claim(own, lease(own))
      await startSmall(own, claimed.filter(isSmall))
      for (const event of claimed.filter(isLarge)) await startLarge(own, event, () => false)
      return claimed.length
    },
    stop: async (): Promise<void> => {
      const own = deps
      deps = null
      await Promise.all([accepter.idle(), largeLane.idle(), claimer.idle()])
      if (own) await queries.releaseEvents(own.database.pool, own.processId, own.now())
    },
  }
}
