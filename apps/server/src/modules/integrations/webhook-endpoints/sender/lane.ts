import type { DueDelivery, EndpointFacts } from '../queries/sending.ts'

/** Calls at once to one receiver: at first, at most, and at most while it is slow. */
const FIRST_CALLS = 10
const MOST_CALLS = 256
const MOST_SLOW_CALLS = 16
/** Above this, in milliseconds, a receiver is slow. */
const SLOW_MS = 2000
/** So many failures in a row, and it is failing; so many, and it is left alone for a while. */
const FAILING = 3
const RESTING = 10
const FIRST_REST_MS = 1000
const MOST_REST_MS = 60_000
/** How much the latest answer counts in the average. */
const SHARE = 0.1

/** What one process knows of a receiver: what waits for it here, what is on its way, and how much it can take. */
export type Lane = {
  readonly id: string
  endpoint: EndpointFacts | null
  keys: readonly Buffer[]
  queue: DueDelivery[]
  /** Ids of events that are on their way, or not settled yet; those with a call, with when it began. */
  readonly busy: Set<string>
  readonly calls: Map<string, number>
  limit: number
  failures: number
  averageMs: number
  restsUntil: number
  /** The database may have more. */
  more: boolean
  /** When its limit was lowered last: calls that began before say nothing new. */
  loweredAt: number
  usedAt: number
}

export const createLane = (id: string): Lane => ({
  ...{ id, endpoint: null, keys: [], queue: [], busy: new Set(), calls: new Map() },
  ...{ limit: FIRST_CALLS, failures: 0, averageMs: 0, restsUntil: 0, more: true, loweredAt: 0 },
  usedAt: performance.now(),
})

/** Whether a receiver fails, or takes so long that it may share only what is set apart for such. */
export const isSlow = ({ failures, averageMs, calls }: Lane, now: number): boolean => {
  if (failures >= FAILING || averageMs > SLOW_MS) return true
  const [oldest] = calls.values()
  return oldest !== undefined && now - oldest > SLOW_MS
}

/** How many more calls a receiver can take. */
export const roomOf = (lane: Lane, now: number): number => {
  if (lane.restsUntil > now) return 0
  const most = isSlow(lane, now) ? Math.min(lane.limit, MOST_SLOW_CALLS) : lane.limit
  return Math.floor(most) - lane.calls.size
}

/** How many deliveries are fetched for a lane at once, so that none of its calls waits for the database. */
export const wishOf = (lane: Lane, now: number): number => {
  if (lane.restsUntil > now || !lane.more) return 0
  const wanted = Math.min(2 * Math.floor(lane.limit), isSlow(lane, now) ? 2 * MOST_SLOW_CALLS : 2 * MOST_CALLS)
  return lane.queue.length > wanted / 2 ? 0 : wanted - lane.queue.length
}

/** Learns from an answer: more at once while it goes well, half as much when it does not, and a rest when nothing does. */
export const learn = (lane: Lane, ok: boolean, { began, now }: { began: number; now: number }): void => {
  lane.averageMs += SHARE * (now - began - lane.averageMs)
  if (ok) {
    lane.failures = 0
    lane.restsUntil = 0
    if (lane.calls.size + 1 >= Math.floor(lane.limit)) lane.limit = Math.min(MOST_CALLS, lane.limit + 1)
    return
  }
  lane.failures++
  if (began >= lane.loweredAt) {
    lane.limit = Math.max(1, lane.limit / 2)
    lane.loweredAt = now
  }
  if (lane.failures >= RESTING) {
    const ms = Math.min(MOST_REST_MS, FIRST_REST_MS * 2 ** Math.min(10, lane.failures - RESTING))
    lane.restsUntil = Math.max(lane.restsUntil, now + ms * (0.8 + 0.4 * Math.random()))
  }
}
