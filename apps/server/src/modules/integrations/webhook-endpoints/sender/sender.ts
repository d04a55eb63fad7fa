import type { Deps } from '#server/context.ts'
import { createLeases } from '#server/jobs/leases.ts'
import { createWorkLoop, repeatEvery } from '#server/lib/work-loop.ts'
import { findWaitingEndpoints, moveRetries, shardCount, shardOf } from '../queries/sending.ts'
import { createFiller } from './filler.ts'
import { createLane, type Lane, wishOf } from './lane.ts'
import { createLauncher } from './launcher.ts'
import { createSettler, type Outcome } from './settle.ts'

const LEASE_SECONDS = 10
const RENEW_MS = 3000
const SWEEP_MS = 1000
/** Endpoints of one round. */
const MOST_LANES = 200
/** What was learned of a receiver is forgotten after so long without a call. */
const KEPT_MS = 300_000
/** By so much the clock of the machine must have been set back. */
const SET_BACK_MS = 60_000

const allShards = Array.from({ length: shardCount }, (_, shard) => shard)
const nameOf = (shard: number) => `deliveries:${shard}`

/**
 * Starts telling endpoints what waits for them. Each shard of endpoints belongs to one process at a time, by lease. Each
 * endpoint has a lane of its own, and those that fail or are slow share calls that the others never need, so that none
 * delays another. A call whose outcome was not written down is made again: receivers tell by its id.
 */
export const startDeliveries = (deps: Deps): { stop: () => Promise<void> } => {
  const { pool } = deps.database
  const leases = createLeases(pool, deps.processId, LEASE_SECONDS)
  const lanes = new Map<string, Lane>()
  const awake = new Set<string>()
  let owned = new Set<number>()
  let stopped = false
  let clock = deps.now().getTime()

  const failed = (what: string) => (err: unknown) => {
    if (!stopped) deps.log.error({ err }, what)
  }
  const isOwn = (id: string) => owned.has(shardOf(id))
  const laneOf = (id: string): Lane => {
    const lane = lanes.get(id) ?? createLane(id)
    lanes.set(id, lane)
    return lane
  }
  const wake = (lane: Lane) => {
    if (stopped || wishOf(lane, performance.now()) === 0) return
    awake.add(lane.id)
    loop.wake()
  }
  const settler = createSettler(deps)
  const ended = (lane: Lane, outcome: Outcome) => {
    settler
      .settle(outcome)
      .catch((err: unknown) => {
        // It is sent again, and not at once while the database takes nothing.
        lane.restsUntil = performance.now() + SWEEP_MS
        failed('what became of webhooks could not be written down')(err)
      })
      .finally(() => {
        filler.settled(lane, outcome.delivery)
        wake(lane)
      })
  }
  const launcher = createLauncher(deps, { ended, hungry: wake })
  const drop = (lane: Lane) => {
    for (const { eventId } of lane.queue) lane.busy.delete(eventId)
    lane.queue = []
    launcher.forget(lane)
    if (lane.busy.size === 0) lanes.delete(lane.id)
  }
  const filler = createFiller(deps, { drop, keeps: (lane) => !stopped && isOwn(lane.id) })

  const round = async (): Promise<void> => {
    while (!stopped && awake.size > 0) {
      const ids = [...awake].slice(0, MOST_LANES)
      for (const id of ids) awake.delete(id)
      for (const lane of await filler.fill(ids.filter(isOwn).map(laneOf))) launcher.launch(lane)
    }
  }
  const loop = createWorkLoop({ round, failed: failed('webhooks could not be sent') })

  const offer = (ids: readonly string[]) => {
    for (const id of ids.filter(isOwn)) {
      laneOf(id).more = true
      awake.add(id)
    }
    if (awake.size > 0) loop.wake()
  }

  /** What is to be tried again at a time is moved with a clock that was set back. */
  const followClock = async (): Promise<void> => {
    const before = clock
    clock = deps.now().getTime()
    if (before - clock > SET_BACK_MS) await moveRetries(pool, [...owned], (clock - before) / 1000)
  }
  const sweep = async (): Promise<void> => {
    await followClock()
    const now = performance.now()
    for (const lane of lanes.values()) if (lane.busy.size === 0 && now - lane.usedAt > KEPT_MS) lanes.delete(lane.id)
    if (owned.size > 0) offer(await findWaitingEndpoints(pool, deps.now()))
  }
  const renew = async (): Promise<void> => {
    const names = await leases.acquire(allShards.map(nameOf))
    owned = new Set(stopped ? [] : allShards.filter((shard) => names.has(nameOf(shard))))
    for (const lane of lanes.values()) if (!isOwn(lane.id)) drop(lane)
  }
  const stops = [
    repeatEvery(RENEW_MS, renew, failed('shards of endpoints could not be leased')),
    repeatEvery(SWEEP_MS, sweep, failed('webhooks to be sent could not be looked for')),
    deps.bus.subscribe('deliveries.wake', ({ endpointIds, soon }) => {
      for (const id of soon ? endpointIds.filter(isOwn) : []) laneOf(id).restsUntil = 0
      offer(endpointIds)
    }),
  ]
  return {
    stop: async () => {
      stopped = true
      for (const stop of stops) stop()
      await loop.idle()
      await launcher.stop()
      await settler.idle()
      await leases.release(allShards.map(nameOf))
    },
  }
}
