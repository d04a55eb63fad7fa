import type { Pool } from 'pg'
import type { Deps } from '#server/context.ts'
import { createBatcher } from '#server/lib/batcher.ts'
import { dayAround } from '#server/lib/business-hours.ts'
import { findDenied, type MarketingKey } from '#server/modules/contacts/contacts/index.ts'
import { isMarketing, quietUntil } from '../marketing.ts'
import type { Claimed } from '../queries/claims.ts'
import { countMarketing } from '../queries/marketing.ts'
import type { Lane } from './lane.ts'
import type { Outcome } from './outcome.ts'

const BATCH = 200
/** How often held messages are checked again, in case the limit is lifted. */
const LOOK_AGAIN_SECONDS = 300

/** Others go before it: only this message waits. */
const heldUntil = (until: number, now: number): Outcome => ({
  kind: 'again',
  waitSeconds: Math.min(LOOK_AGAIN_SECONDS, Math.max(1, (until - now) / 1000)),
  ...{ costsAttempt: false, slowed: false, aside: true },
})

/**
 * Looks at marketing a last time before it leaves: whoever has stopped it since gets none, and quiet hours and the daily
 * cap of the channel hold it. `pass` answers null for what may leave, and `left` takes back what did not.
 */
export const createMarketingGate = (deps: Deps, pool: Pool) => {
  const denied = createBatcher<MarketingKey, boolean>({
    max: BATCH,
    parallel: 2,
    run: async (keys) => {
      const found = await findDenied(pool, keys)
      return keys.map((key) => found.has(key))
    },
  })
  const counting = new WeakMap<Lane, Promise<void>>()

  const count = async (lane: Lane, now: Date) => {
    const day = dayAround(lane.timezone, now)
    const sent = await countMarketing(pool, lane.companyId, lane.channelId, day.from)
    lane.marketing = { until: day.to.getTime(), sent }
  }

  const counted = async (lane: Lane, now: Date) => {
    while (!lane.marketing || lane.marketing.until <= now.getTime()) {
      const running = counting.get(lane) ?? count(lane, now).finally(() => counting.delete(lane))
      counting.set(lane, running)
      await running
    }
    return lane.marketing
  }

  return {
    pass: async (lane: Lane, send: Claimed): Promise<Outcome | null> => {
      if (!isMarketing(send)) return null
      const { companyId, contactId, channelId } = send
      if (await denied.add({ companyId, contactId, channelId }))
        return { kind: 'failed', code: null, errorClass: 'opted_out', details: 'opted_out', trace: null }
      const now = deps.now()
      if (lane.marketingHeld) return heldUntil(now.getTime() + LOOK_AGAIN_SECONDS * 1000, now.getTime())
      const { limits } = lane
      if (!limits) return null
      const quiet = quietUntil(limits, lane.timezone, now)
      if (quiet) return heldUntil(quiet.getTime(), now.getTime())
      if (limits.marketingPerDay === null) return null
      const day = await counted(lane, now)
      if (day.sent >= limits.marketingPerDay) return heldUntil(day.until, now.getTime())
      day.sent += 1
      return null
    },
    /** What was let through did not leave after all. */
    giveBack: (lane: Lane, send: Claimed): void => {
      if (lane.marketing && isMarketing(send) && lane.limits?.marketingPerDay !== null) lane.marketing.sent -= 1
    },
  }
}

export type MarketingGate = ReturnType<typeof createMarketingGate>
