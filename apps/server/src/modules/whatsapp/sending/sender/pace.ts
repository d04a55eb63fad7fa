/** How fast a number may send: a token bucket that knows Meta's limit, keeps some for people, and slows down when told. */
export type Pace = {
  /** Messages that may go now; `bulk` leaves what is kept for interactive ones. */
  available: (bulk: boolean) => number
  take: (count: number) => void
  refund: (count: number) => void
  /** Milliseconds until one more may go. */
  waitMs: (bulk: boolean) => number
  /** Meta said it was too fast: half the speed now, back to the limit within about a minute. */
  slow: () => void
  setLimit: (perSecond: number) => void
  perSecond: () => number
}

/** Of the limit, this much flows evenly and the rest may come at once: any second stays within the limit. */
const FLOW = 0.9
const RECOVERY_PER_SECOND = 0.01
const LEAST_PER_SECOND = 0.5
const SLOW_ONCE_MS = 1000

export const createPace = (limit: number, now: () => number = Date.now): Pace => {
  let perSecond = limit
  let share = 1
  let tokens = Math.max(1, perSecond * (1 - FLOW))
  let at = now()
  let slowedAt = 0

  const rate = () => Math.max(LEAST_PER_SECOND, perSecond * FLOW * share)
  const capacity = () => Math.max(1, perSecond * (1 - FLOW) * share)
  const reserve = () => Math.floor(capacity() / 4)
  const advance = () => {
    const seconds = Math.max(0, now() - at) / 1000
    at = now()
    share = Math.min(1, share + seconds * RECOVERY_PER_SECOND)
    tokens = Math.min(capacity(), tokens + seconds * rate())
  }

  return {
    available: (bulk) => {
      advance()
      return Math.max(0, Math.floor(tokens - (bulk ? reserve() : 0)))
    },
    take: (count) => {
      tokens -= count
    },
    refund: (count) => {
      tokens = Math.min(capacity(), tokens + count)
    },
    waitMs: (bulk) => {
      advance()
      const missing = 1 + (bulk ? reserve() : 0) - tokens
      return missing <= 0 ? 0 : Math.ceil((missing / rate()) * 1000)
    },
    slow: () => {
      if (now() - slowedAt < SLOW_ONCE_MS) return
      slowedAt = now()
      advance()
      share = Math.max(0.02, share / 2)
      tokens = Math.min(tokens, 0)
    },
    setLimit: (value) => {
      perSecond = value
    },
    perSecond: () => rate(),
  }
}
