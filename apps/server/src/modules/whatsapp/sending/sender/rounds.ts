import type { Pool } from 'pg'
import type { Deps } from '#server/context.ts'
import { sendPriorities } from '#server/modules/whatsapp/directory/index.ts'
import { type Claimed, claimSends, type Wanted } from '../queries/claims.ts'
import type { SendDispatcher } from './dispatcher.ts'
import { ruleFor } from './lane.ts'
import type { Ownership } from './ownership.ts'
import { type Candidate, sharesOf } from './shares.ts'

const CLAIM_MOST = 1000
const FAIL_AT_ONCE = 100
/** Bulk claims are at least this far apart, so that each takes a fair number of rows. */
const BULK_BEAT_MS = 20
const LONGEST_WAIT_MS = 1000

export type RoundsOptions = {
  kind: 'interactive' | 'bulk'
  pool: Pool
  ownership: Ownership
  dispatcher: () => SendDispatcher
  /** Calls that may still begin. */
  room: () => number
  leaseSeconds: number
}

/** Claims what may be sent and dispatches it, again and again while something waits. */
export const createRounds = (deps: Deps, options: RoundsOptions) => {
  const { kind, ownership } = options
  const bulk = kind === 'bulk'
  const claimant = { owner: deps.processId, priority: sendPriorities[kind], leaseSeconds: options.leaseSeconds }
  let running = false
  let stopped = false
  let turn = 0
  let timer: NodeJS.Timeout | undefined
  let lastClaim = 0

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

  const claim = async (wanted: readonly Wanted[]): Promise<number> => {
    // The backlog counts as empty before the claim looks: what arrives meanwhile sets it again.
    reserve(wanted, null)
    lastClaim = Date.now()
    const claimed = await claimSends(options.pool, wanted, claimant).catch((error: unknown) => {
      reserve(wanted, [])
      for (const { channelId } of wanted) markBacklog(channelId)
      throw error
    })
    reserve(wanted, claimed)
    for (const send of claimed) {
      const lane = ownership.lanes.get(send.channelId)
      if (lane) options.dispatcher().dispatch(lane, send)
      else options.dispatcher().putBack(send, 0)
    }
    return claimed.length
  }

  const markBacklog = (channelId: string) => {
    const lane = ownership.lanes.get(channelId)
    if (lane) lane.backlog[kind] = true
  }

  const waitMs = (): number | null => {
    let least: number | null = null
    for (const lane of ownership.lanes.values()) {
      if (!lane.backlog[kind] || ruleFor(lane, bulk) === 'wait') continue
      least = Math.min(least ?? LONGEST_WAIT_MS, lane.pace.waitMs(bulk))
    }
    return least
  }

  const later = () => {
    clearTimeout(timer)
    const wait = options.room() > 0 ? waitMs() : null
    if (stopped || wait === null) return
    const beat = bulk ? Math.max(0, lastClaim + BULK_BEAT_MS - Date.now()) : 0
    timer = setTimeout(() => void go(), Math.max(wait, beat, 1))
  }

  const go = async (): Promise<void> => {
    if (running || stopped) return
    if (bulk && Date.now() - lastClaim < BULK_BEAT_MS) return later()
    running = true
    try {
      await ownership.refreshStale()
      for (let claimed = -1; claimed !== 0 && !stopped; ) {
        const room = Math.min(options.room(), CLAIM_MOST)
        const wanted = room > 0 ? sharesOf(candidates(), room) : []
        claimed = wanted.length > 0 ? await claim(wanted) : 0
        if (bulk && claimed < CLAIM_MOST) break
      }
    } catch (err) {
      if (!stopped) deps.log.error({ err }, 'sends could not be claimed')
    } finally {
      running = false
      later()
    }
  }

  return {
    go: () => void go(),
    markBacklog,
    stop: async (): Promise<void> => {
      stopped = true
      clearTimeout(timer)
      while (running) await new Promise((resolve) => setTimeout(resolve, 5))
    },
  }
}
