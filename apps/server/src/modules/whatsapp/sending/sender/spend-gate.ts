import { isRecord } from '@recado/contracts/whatsapp/template-parts'
import type { Deps } from '#server/context.ts'
import { dayAround } from '#server/lib/business-hours.ts'
import { createCache } from '#server/lib/cache.ts'
import { sendPriorities } from '#server/modules/whatsapp/directory/index.ts'
import type { Claimed } from '../queries/claims.ts'
import { readRates, sumSpend } from '../queries/spend.ts'
import type { Lane } from './lane.ts'
import type { Outcome } from './outcome.ts'

const RATES_MS = 10 * 60_000
/** Prices come with the statuses, and failures cost nothing: the day is summed up again this often. */
const COUNT_AGAIN_MS = 5 * 60_000
const LOOK_AGAIN_SECONDS = 300
/** What was let through so lately may not be written down yet. */
const UNWRITTEN_MS = 10_000

const market = (recipient: string) => (recipient.startsWith('55') ? 'BR' : '')

/** Templates, and whatever is sent in bulk; answers in a chat are never held for their price. */
const isHeldByCap = (send: Claimed): boolean => send.type === 'template' || send.priority >= sendPriorities.bulk

const categoryOf = ({ type, payload }: Claimed): string => {
  const template = type === 'template' ? payload['template'] : null
  return isRecord(template) ? String(template.category ?? '').toLowerCase() : 'service'
}

/**
 * Holds what would cost more than a channel may spend in a day of its company. `pass` answers null for what may leave, and
 * `giveBack` takes back what did not.
 */
export const createSpendGate = (deps: Deps) => {
  const rates = createCache<Map<string, number>>({ ttlMs: RATES_MS, now: () => deps.now().getTime() })
  const counting = new WeakMap<Lane, Promise<void>>()

  const priceOf = async ({ companyId }: Lane, send: Claimed, now: number): Promise<number> => {
    const read = () => readRates(deps.database, companyId, new Date(now))
    const prices = rates.get(companyId) ?? (await rates.load(companyId, read))
    return prices.get(`${market(send.recipient)} ${categoryOf(send)}`) ?? 0
  }

  const count = async (lane: Lane, now: number) => {
    const day = dayAround(lane.timezone, new Date(now))
    const written = await sumSpend(deps.database, lane.companyId, lane.channelId, day.from)
    const passed = (lane.spend?.passed ?? []).filter(({ at }) => at > now - UNWRITTEN_MS)
    const unwritten = passed.reduce((sum, { price }) => sum + price, 0)
    const known = lane.spend?.until === day.to.getTime() ? lane.spend.amount : 0
    // What just left may be written already or not: the larger figure is never too small.
    const amount = Math.max(written, Math.min(known, written + unwritten))
    lane.spend = { until: day.to.getTime(), countedAt: now, amount, passed }
  }

  const counted = async (lane: Lane, now: number) => {
    while (!lane.spend || lane.spend.until <= now || lane.spend.countedAt < now - COUNT_AGAIN_MS) {
      const running = counting.get(lane) ?? count(lane, now).finally(() => counting.delete(lane))
      counting.set(lane, running)
      await running
    }
    return lane.spend
  }

  const capOf = (lane: Lane): number | null => {
    const cap = lane.limits?.spendPerDay
    return cap?.hard ? cap.amount : null
  }

  return {
    pass: async (lane: Lane, send: Claimed): Promise<Outcome | null> => {
      const cap = capOf(lane)
      if (cap === null || !isHeldByCap(send)) return null
      const now = deps.now().getTime()
      const price = await priceOf(lane, send, now)
      const day = await counted(lane, now)
      if (day.amount + price > cap) {
        const waitSeconds = Math.min(LOOK_AGAIN_SECONDS, Math.max(1, (day.until - now) / 1000))
        return { kind: 'again', waitSeconds, costsAttempt: false, slowed: false, aside: true }
      }
      day.amount += price
      day.passed.push({ at: now, price })
      if (day.passed.length > 1000) day.passed = day.passed.filter(({ at }) => at > now - UNWRITTEN_MS)
      return null
    },
    /** What was let through did not leave after all. */
    giveBack: async (lane: Lane, send: Claimed): Promise<void> => {
      if (capOf(lane) === null || !lane.spend || !isHeldByCap(send)) return
      lane.spend.amount -= await priceOf(lane, send, deps.now().getTime())
    },
  }
}

export type SpendGate = ReturnType<typeof createSpendGate>
