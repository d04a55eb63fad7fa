import type { Deps } from '#server/context.ts'
import { type DueDelivery, findDue, findEndpoints } from '../queries/sending.ts'
import { signingKeys } from '../secrets.ts'
import { type Lane, wishOf } from './lane.ts'

export type Filler = {
  /** Reads what is due into lanes that have room for it; answers those whose endpoints may be called. */
  fill: (lanes: readonly Lane[]) => Promise<Lane[]>
  /** What became of a delivery is written down. */
  settled: (lane: Lane, delivery: DueDelivery) => void
}

/** Keeps lanes filled, each delivery in one place of one lane at a time. */
export const createFiller = (
  deps: Deps,
  { drop, keeps }: { drop: (lane: Lane) => void; keeps: (lane: Lane) => boolean },
): Filler => {
  const { pool } = deps.database
  /** Settled while the database is asked what is due, which may answer with what was before. */
  let meanwhile = new Set<string>()

  /** Reads what endpoints are now; what waits here for one that may not be called goes back. */
  const refresh = async (lanes: readonly Lane[]): Promise<Lane[]> => {
    const now = deps.now()
    const ids = lanes.map(({ id }) => id)
    const found = new Map((await findEndpoints(pool, ids, now)).map((row) => [row.id, row]))
    return lanes.filter((lane) => {
      lane.endpoint = found.get(lane.id) ?? null
      if (lane.endpoint) lane.keys = signingKeys(deps, lane.endpoint, now)
      else drop(lane)
      return lane.endpoint !== null
    })
  }

  const take = (lane: Lane, found: readonly DueDelivery[]) => {
    for (const delivery of found) {
      const { eventId } = delivery
      if (lane.busy.has(eventId) || meanwhile.has(`${lane.id} ${eventId}`)) continue
      lane.busy.add(eventId)
      lane.queue.push(delivery)
    }
  }

  const fill = async (lanes: readonly Lane[]): Promise<Lane[]> => {
    if (lanes.length === 0) return []
    const ready = await refresh(lanes)
    meanwhile = new Set()
    const asked = ready.flatMap((lane) => {
      const wish = wishOf(lane, performance.now())
      // Whoever wakes it meanwhile sets it again.
      lane.more = false
      return wish > 0 ? [{ lane, room: wish + lane.busy.size }] : []
    })
    const rooms = asked.map(({ lane, room }) => ({ id: lane.id, room }))
    const due = Map.groupBy(await findDue(pool, rooms, deps.now()), ({ endpointId }) => endpointId)
    for (const { lane, room } of asked) {
      const found = due.get(lane.id) ?? []
      if (found.length >= room) lane.more = true
      if (keeps(lane)) take(lane, found)
    }
    return ready
  }

  return {
    fill,
    settled: (lane, { eventId, ordered }) => {
      meanwhile.add(`${lane.id} ${eventId}`)
      lane.busy.delete(eventId)
      if (ordered) lane.more = true
    },
  }
}
