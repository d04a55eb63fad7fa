import type { Claimed, Wanted } from '../queries/claims.ts'
import { ruleFor } from './lane.ts'
import type { Ownership } from './ownership.ts'
import type { Candidate } from './shares.ts'

const FAIL_AT_ONCE = 100
const LONGEST_WAIT_MS = 1000

export type SendKind = 'interactive' | 'bulk'

/** What waits at the lanes of this process, of one kind, and how much of it their speed lets go. */
export const createBacklog = (ownership: Ownership, kind: SendKind) => {
  const bulk = kind === 'bulk'
  let turn = 0

  const candidates = (): Candidate[] => {
    const list: Candidate[] = []
    for (const lane of ownership.lanes.values()) {
      if (!lane.backlog[kind] || !ownership.isOwned(lane)) continue
      const rule = ruleFor(lane, bulk)
      const available = rule === 'fail' ? FAIL_AT_ONCE : rule === 'wait' ? 0 : lane.pace.available(bulk)
      if (available > 0) list.push({ channelId: lane.channelId, companyId: lane.companyId, available })
    }
    const from = list.length > 0 ? turn++ % list.length : 0
    return [...list.slice(from), ...list.slice(0, from)]
  }

  /** Takes the room for what a claim wants; told what it got, gives back the rest. */
  const reserve = (wanted: readonly Wanted[], claimed: readonly Claimed[] | null) => {
    const got = Map.groupBy(claimed ?? [], (send) => send.channelId)
    for (const { channelId, count } of wanted) {
      const lane = ownership.lanes.get(channelId)
      if (!lane) continue
      if (claimed === null) {
        lane.backlog[kind] = false
        lane.pace.take(count)
        continue
      }
      const found = got.get(channelId)?.length ?? 0
      lane.pace.refund(count - found)
      if (found === count) lane.backlog[kind] = true
    }
  }

  const mark = (channelId: string) => {
    const lane = ownership.lanes.get(channelId)
    if (lane) lane.backlog[kind] = true
  }

  /** Milliseconds until a lane with a backlog may send again; null when none has one. */
  const waitMs = (): number | null => {
    let least: number | null = null
    for (const lane of ownership.lanes.values()) {
      if (!lane.backlog[kind] || ruleFor(lane, bulk) === 'wait') continue
      least = Math.min(least ?? LONGEST_WAIT_MS, lane.pace.waitMs(bulk))
    }
    return least
  }

  return { candidates, reserve, mark, waitMs }
}
