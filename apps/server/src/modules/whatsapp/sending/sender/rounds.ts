import type { Pool } from 'pg'
import type { Deps } from '#server/context.ts'
import { sendPriorities } from '#server/modules/whatsapp/directory/index.ts'
import { claimSends, type Wanted } from '../queries/claims.ts'
import { createBacklog, type SendKind } from './backlog.ts'
import type { SendDispatcher } from './dispatcher.ts'
import type { Ownership } from './ownership.ts'
import { sharesOf } from './shares.ts'

const CLAIM_MOST = 1000
/** Bulk claims are at least this far apart, so that each takes a fair number of rows. */
const BULK_BEAT_MS = 50

export type RoundsOptions = {
  kind: SendKind
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
  const backlog = createBacklog(ownership, kind)
  const claimant = { owner: deps.processId, priority: sendPriorities[kind], leaseSeconds: options.leaseSeconds }
  let running = false
  let stopped = false
  let timer: NodeJS.Timeout | undefined
  let lastClaim = 0

  const claim = async (wanted: readonly Wanted[]): Promise<number> => {
    // The backlog counts as empty before the claim looks: what arrives meanwhile sets it again.
    backlog.reserve(wanted, null)
    lastClaim = Date.now()
    const claimed = await claimSends(options.pool, wanted, claimant).catch((error: unknown) => {
      backlog.reserve(wanted, [])
      for (const { channelId } of wanted) backlog.mark(channelId)
      throw error
    })
    backlog.reserve(wanted, claimed)
    for (const send of claimed) {
      const lane = ownership.lanes.get(send.channelId)
      if (lane) options.dispatcher().dispatch(lane, send)
      else options.dispatcher().putBack(send, 0)
    }
    return claimed.length
  }

  const later = () => {
    clearTimeout(timer)
    const wait = options.room() > 0 ? backlog.waitMs() : null
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
        const wanted = room > 0 ? sharesOf(backlog.candidates(), room) : []
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
    markBacklog: backlog.mark,
    stop: async (): Promise<void> => {
      stopped = true
      clearTimeout(timer)
      while (running) await new Promise((resolve) => setTimeout(resolve, 5))
    },
  }
}

export type Rounds = ReturnType<typeof createRounds>
