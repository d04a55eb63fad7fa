import type { Deps } from '#server/context.ts'
import { createLeases } from '#server/jobs/leases.ts'
import { createWorkLoop, repeatEvery } from '#server/lib/work-loop.ts'
import { processEvent } from './process-event.ts'
import { findWaiting, type WaitingEvent } from './queries/processing.ts'
import { shardCount } from './shard.ts'

const LEASE_SECONDS = 10
const RENEW_MS = 3000
const SWEEP_MS = 1000
/** Events of one integration in a round; and integrations that are worked on at once. */
const EACH = 50
const AT_ONCE = 4
/** The share of time that processing always gets, even while people or systems wait too long for responses. */
const LEAST_SHARE = 0.1
/** The longest turn of one integration, milliseconds: then events of others that arrived meanwhile are looked up. */
const TURN_MS = 1000
/** Milliseconds of an event that count as work: anything longer was spent waiting for another system. */
const MOST_WORK_MS = 100

const allShards = Array.from({ length: shardCount }, (_, shard) => shard)
const nameOf = (shard: number) => `inbound:${shard}`

export type InboundProcessor = { stop: () => Promise<void> }

/**
 * Starts working off what systems told. Each shard belongs to one process at a time, by lease; the events of an integration
 * are worked off one after the other, and several integrations at once.
 */
export const startInbound = (deps: Deps): InboundProcessor => {
  const leases = createLeases(deps.database.pool, deps.processId, LEASE_SECONDS)
  const pause = deps.admission.pacer(LEAST_SHARE)
  let owned: number[] = []
  const stopping = new AbortController()
  let stopped = false

  const workLane = async (events: readonly WaitingEvent[]): Promise<void> => {
    const until = performance.now() + TURN_MS
    for (const event of events) {
      if (stopped || performance.now() > until) return
      const began = performance.now()
      await processEvent(deps, event)
      await pause(Math.min(MOST_WORK_MS, performance.now() - began), stopping.signal)
    }
  }

  const round = async (): Promise<void> => {
    while (!stopped) {
      const waiting = await findWaiting(deps.database.pool, owned, deps.now(), EACH)
      if (waiting.length === 0) return
      const lanes = [...Map.groupBy(waiting, ({ integrationId }) => integrationId).values()]
      const workers = Array.from({ length: AT_ONCE }, async () => {
        for (let lane = lanes.shift(); lane; lane = lanes.shift()) await workLane(lane)
      })
      const ends = await Promise.allSettled(workers)
      const failure = ends.find((end) => end.status === 'rejected')
      if (failure) throw failure.reason
    }
  }
  const failed = (what: string) => (err: unknown) => deps.log.error({ err }, what)
  const loop = createWorkLoop({ round, failed: failed('what systems told could not be worked off') })

  const renew = async () => {
    const names = await leases.acquire(allShards.map(nameOf))
    owned = stopped ? [] : allShards.filter((shard) => names.has(nameOf(shard)))
    if (owned.length > 0) loop.wake()
  }
  const stops = [
    repeatEvery(RENEW_MS, renew, failed('shards of what systems told could not be leased')),
    repeatEvery(SWEEP_MS, async () => loop.wake(), failed('what systems told could not be looked for')),
    deps.bus.subscribe('inbound.wake', ({ shards }) => {
      if (shards.some((shard) => owned.includes(shard))) loop.wake()
    }),
  ]
  return {
    stop: async () => {
      stopped = true
      stopping.abort()
      for (const stop of stops) stop()
      await loop.idle()
      await leases.release(allShards.map(nameOf))
    },
  }
}
