import type { Deps } from '#server/context.ts'
import { createLeases } from '#server/jobs/leases.ts'
import { webhookOldestSeconds } from '#server/lib/metrics.ts'
import { repeatEvery } from '#server/lib/work-loop.ts'
import { createLane, type Lane } from './lane.ts'
import { findOldestWaiting, type StoredEvent } from './queries/events.ts'
import { holdsStatuses, shardCount } from './shard.ts'

const LEASE_SECONDS = 10
const RENEW_MS = 3000
const WATCH_MS = 5000
const ALARM_SECONDS = 10
/** For each of the two kinds of shards. */
const LANES = 2
/** Statuses that wait are work put off: beside people they still get so much of the time. */
const LEAST_OF_STATUSES = 0.2

export type Processor = {
  /** Takes over bodies that have just been stored; answers the shards that others own. */
  offer: (events: readonly StoredEvent[]) => Set<number>
  stop: () => Promise<void>
}

const running = new WeakMap<Deps, Processor>()

/** The processor that works in this process, if one does. */
export const processorOf = (deps: Deps): Processor | undefined => running.get(deps)

const shardName = (shard: number) => `webhooks:${shard}`
const allShards = Array.from({ length: shardCount }, (_, shard) => shard)

/** Says how long the oldest body has been waiting, and raises the alarm past ten seconds. */
const watch = async (deps: Deps) => {
  const oldest = await findOldestWaiting(deps.database.pool, shardCount)
  const seconds = oldest === null ? 0 : Math.max(0, (deps.now().getTime() - oldest.getTime()) / 1000)
  webhookOldestSeconds.set(seconds)
  if (seconds > ALARM_SECONDS) deps.log.error({ seconds: Math.round(seconds) }, 'webhook bodies wait too long')
}

/**
 * Starts processing stored webhook bodies. Each shard belongs to one process at a time, by lease, so that one number's
 * events keep their order; a dead process's shards pass on when its leases end.
 */
export const startProcessor = (deps: Deps): Processor => {
  const leases = createLeases(deps.database.pool, deps.processId, LEASE_SECONDS)
  const pause = deps.admission.pacer(LEAST_OF_STATUSES)
  const lanes = Array.from({ length: 2 * LANES }, (_, i) => createLane(deps, i < LANES ? undefined : pause))
  const numberOfLane = (shard: number) => (shard % LANES) + (holdsStatuses(shard) ? LANES : 0)
  const laneOf = (shard: number) => lanes[numberOfLane(shard)] as Lane
  let owned = new Set<number>()
  let stopped = false

  const renew = async () => {
    const names = await leases.acquire(allShards.map(shardName))
    owned = new Set(stopped ? [] : allShards.filter((shard) => names.has(shardName(shard))))
    for (const [i, lane] of lanes.entries()) lane.own([...owned].filter((shard) => numberOfLane(shard) === i))
  }
  const offer: Processor['offer'] = (events) => {
    const elsewhere = new Set<number>()
    for (const event of events) {
      if (owned.has(event.shard)) laneOf(event.shard).offer(event)
      else elsewhere.add(event.shard)
    }
    for (const lane of lanes) lane.run()
    return elsewhere
  }
  const failed = (what: string) => (err: unknown) => deps.log.error({ err }, what)
  const stops = [
    repeatEvery(RENEW_MS, renew, failed('webhook shards could not be leased')),
    repeatEvery(WATCH_MS, () => watch(deps), failed('the age of webhook bodies could not be read')),
    deps.bus.subscribe('webhooks.wake', ({ shards }) => {
      for (const shard of shards) if (owned.has(shard)) laneOf(shard).wake(shard)
    }),
    deps.bus.subscribe('webhooks.stored', ({ bodies }) => {
      offer(
        bodies.map(({ bytes, receivedAt, ...rest }) => ({
          ...rest,
          receivedAt: new Date(receivedAt),
          body: Buffer.from(bytes, 'latin1'),
        })),
      )
    }),
  ]

  const processor: Processor = {
    offer,
    stop: async () => {
      stopped = true
      running.delete(deps)
      for (const stop of stops) stop()
      owned = new Set()
      await Promise.all(lanes.map((lane) => lane.stop()))
      await leases.release(allShards.map(shardName))
    },
  }
  running.set(deps, processor)
  return processor
}
