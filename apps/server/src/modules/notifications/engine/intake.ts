import { type Deps, systemCtx } from '../../../context.ts'
import { isPassing } from '../../../db/passing-errors.ts'
import { createBatcher } from '../../../lib/batcher.ts'
import type { EnvironmentCtx } from '../context.ts'
import { isLarge, processLargeEvent } from './large-events.ts'
import { processBatch, profilesOf, type Share } from './process-events.ts'
import * as queries from './queries/events.ts'
import { single } from './single.ts'

const LEASE_MS = 60_000
const BATCH = 200
/** Events in hand beyond which new ones are left to whoever has time. */
const MAX_IN_HAND = 10_000
const MAX_ATTEMPTS = 5

type EventRow = queries.EventRow

const lease = (deps: Deps) => new Date(deps.now().getTime() + LEASE_MS)
const shareOf = (event: EventRow, outcome: Share['outcome'] = 'ended'): Share => ({
  event,
  recipients: profilesOf(event.recipients),
  outcome,
})

const processOne = async (deps: Deps, event: EventRow, stopped: () => boolean): Promise<void> => {
  try {
    if (isLarge(event)) await processLargeEvent(deps, event, stopped)
    else await processBatch(deps, [shareOf(event)])
  } catch (err) {
    deps.log.error({ err, eventId: event.id }, 'a notification event could not be processed')
    const wait = 2000 * 2 ** Math.min(event.attempts, MAX_ATTEMPTS)
    const again = isPassing(err) || event.attempts < MAX_ATTEMPTS ? new Date(deps.now().getTime() + wait) : null
    const reason = err instanceof Error ? err.message : String(err)
    await queries.postponeEvent(deps.database.pool, event.id, reason, again)
  }
}

/** A batch at once, and one by one when the batch fails, so that a bad event holds nobody up. */
const processEvents = async (deps: Deps, batch: readonly EventRow[], stopped: () => boolean): Promise<void> => {
  const small = batch.filter((event) => !isLarge(event))
  try {
    if (small.length > 0)
      await processBatch(
        deps,
        small.map((event) => shareOf(event)),
      )
  } catch {
    for (const event of small) await processOne(deps, event, stopped)
  }
  for (const event of batch) if (isLarge(event)) await processOne(deps, event, stopped)
}

type Batcher = ReturnType<typeof createBatcher<EventRow, boolean>>

/** Triggers that arrive together share a commit; each is answered whether its transaction is new. */
const createInserters = () => {
  const inserters = new WeakMap<Deps, Batcher>()
  return (deps: Deps): Batcher => {
    const known = inserters.get(deps)
    if (known) return known
    const inserter: Batcher = createBatcher({
      max: 500,
      parallel: 2,
      alone: (error) => !isPassing(error),
      run: async (batch) => {
        const fresh = await queries.insertEvents(systemCtx(deps, 'notifications.intake'), batch)
        return batch.map(({ id }) => fresh.has(id))
      },
    })
    inserters.set(deps, inserter)
    return inserter
  }
}

/** Takes events in and works on them: those of this process at once, those that others left behind by and by. */
export const createIntake = () => {
  const inserterOf = createInserters()
  let deps: Deps | null = null
  let inHand = 0
  const stopped = () => deps === null

  const worker = createBatcher<EventRow, null>({
    max: BATCH,
    parallel: 2,
    run: async (batch) => {
      inHand -= batch.length
      if (deps) await processEvents(deps, batch, stopped)
      return batch.map(() => null)
    },
  })
  /** Events whose runs are written with them; false when that failed, and they must be stored to be worked on one by one. */
  const accepter = createBatcher<EventRow, boolean>({
    max: BATCH,
    parallel: 2,
    run: async (batch) => {
      const own = deps
      if (!own) return batch.map(() => false)
      const shares = batch.map((event) => shareOf({ ...event, attempts: 1 }, 'accepted'))
      const written = await processBatch(own, shares).then(
        () => true,
        (err: unknown) => own.log.warn({ err }, 'a batch of notification events is worked on one by one'),
      )
      return batch.map(() => written === true)
    },
  })
  const take = (event: EventRow) => {
    inHand++
    void worker.add(event).catch((err: unknown) => deps?.log.error({ err }, 'notification events failed'))
  }
  const claim = (own: Deps) => queries.claimEvents(own.database.pool, own.processId, own.now(), lease(own), BATCH)

  const claimer = single(async () => {
    try {
      while (deps && inHand < MAX_IN_HAND) {
        const claimed = await claim(deps)
        for (const event of claimed) take(event)
        if (claimed.length < BATCH) return
        await worker.idle()
      }
    } catch (err) {
      deps?.log.error({ err }, 'notification events could not be claimed')
    }
  })

  return {
    accept: async (ctx: EnvironmentCtx, event: EventRow): Promise<void> => {
      const wake = () => ctx.deps.bus.publish('notifications.wake', { environmentId: event.environmentId })
      if (ctx.inTransaction) {
        await queries.insertEvents(ctx, [event])
        ctx.afterCommit(wake)
        return
      }
      if (deps && !isLarge(event) && (await accepter.add(event))) return
      if (await inserterOf(ctx.deps).add(event)) wake()
    },
    start: (own: Deps): void => {
      deps = own
    },
    claim: claimer.run,
    /** Claims and does one batch; answers how many events that were. */
    drainOnce: async (own: Deps): Promise<number> => {
      const claimed = await claim(own)
      if (claimed.length > 0) await processEvents(own, claimed, () => false)
      return claimed.length
    },
    stop: async (): Promise<void> => {
      const own = deps
      deps = null
      await Promise.all([accepter.idle(), worker.idle(), claimer.idle()])
      if (own) await queries.releaseEvents(own.database.pool, own.processId, own.now())
    },
  }
}
