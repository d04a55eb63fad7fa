import type { Ownership } from './ownership.ts'
import type { Rounds } from './rounds.ts'

/** Sends newly stored messages of these numbers at once, after claiming numbers without an owner. */
export const createWaking = (ownership: Ownership, rounds: Rounds, failed: (error: unknown) => void) => {
  const pending = new Set<string>()
  let gaining = false

  const gain = async () => {
    const ids = [...pending]
    pending.clear()
    for (const lane of await ownership.acquire(ids)) rounds.markBacklog(lane.channelId)
    rounds.go()
  }
  const gainSoon = () => {
    if (gaining) return
    gaining = true
    setImmediate(() => {
      gaining = false
      gain().catch(failed)
    })
  }

  return (channelIds: readonly string[]) => {
    for (const id of channelIds) {
      if (ownership.lanes.has(id)) rounds.markBacklog(id)
      else pending.add(id)
    }
    if (pending.size > 0) gainSoon()
    rounds.go()
  }
}
