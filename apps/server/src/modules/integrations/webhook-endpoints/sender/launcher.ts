import { setTimeout } from 'node:timers/promises'
import type { Deps } from '#server/context.ts'
import type { DueDelivery } from '../queries/sending.ts'
import { attempt } from './attempt.ts'
import { isSlow, type Lane, learn, roomOf } from './lane.ts'
import { openOutbound } from './outbound.ts'
import { isSuccess, type Outcome } from './settle.ts'

/** Calls of a process at once; those to receivers that fail or are slow have a share of their own. */
const mostCalls = { fast: 1024, slow: 256 } as const
type Kind = keyof typeof mostCalls
/** A stop waits so long for answers; what is not answered by then is sent again by the next process. */
const STOP_MS = 2000

export type Launcher = {
  /** Makes as many calls as the receiver can take and as are free. */
  launch: (lane: Lane) => void
  forget: (lane: Lane) => void
  stop: () => Promise<void>
}

/** Makes the calls of all lanes, and deals out those that are free to who has waited longest. */
export const createLauncher = (
  deps: Deps,
  { ended, hungry }: { ended: (lane: Lane, outcome: Outcome) => void; hungry: (lane: Lane) => void },
): Launcher => {
  const outbound = openOutbound(deps)
  const calls = { fast: 0, slow: 0 }
  /** Lanes that have something, and no call was free for. */
  const starved = { fast: new Set<Lane>(), slow: new Set<Lane>() }
  let stopped = false

  const call = async (lane: Lane, delivery: DueDelivery, kind: Kind): Promise<void> => {
    const began = performance.now()
    lane.calls.set(delivery.eventId, began)
    lane.usedAt = began
    calls[kind]++
    const to = { url: lane.endpoint?.url ?? '', keys: lane.keys, now: deps.now() }
    const result = await attempt(outbound.request, to, delivery)
    calls[kind]--
    lane.calls.delete(delivery.eventId)
    // What a stop broke off, no receiver has answered.
    if (stopped && result.status === null) return
    learn(lane, isSuccess(result), { began, now: performance.now() })
    ended(lane, { delivery, attempt: result })
    handOn(kind)
    launch(lane)
  }

  const handOn = (kind: Kind): void => {
    while (calls[kind] < mostCalls[kind]) {
      const [next] = starved[kind]
      if (!next) return
      starved[kind].delete(next)
      launch(next)
    }
  }

  const launch = (lane: Lane): void => {
    const now = performance.now()
    while (!stopped && lane.queue.length > 0 && roomOf(lane, now) > 0) {
      const kind = isSlow(lane, now) ? 'slow' : 'fast'
      if (calls[kind] >= mostCalls[kind]) return void starved[kind].add(lane)
      void call(lane, lane.queue.shift() as DueDelivery, kind)
    }
    hungry(lane)
  }

  return {
    launch,
    forget: (lane) => {
      for (const set of [starved.fast, starved.slow]) set.delete(lane)
    },
    stop: async () => {
      stopped = true
      const until = performance.now() + STOP_MS
      while (calls.fast + calls.slow > 0 && performance.now() < until) await setTimeout(20)
      await outbound.close()
    },
  }
}
