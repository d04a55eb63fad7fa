import { webhookRetrySeconds } from '@recado/contracts/integrations/webhook-endpoints'

/** A receiver may be spoken to a little later than it could be, never earlier, so that not all come back at once. */
const JITTER = 0.2
/** As long as a receiver can put off one delivery, and everything that is for it. */
const MOST_DELAY_SECONDS = 86_400
const MOST_REST_SECONDS = 3600

/** Seconds from the end of a failed attempt to the next one, by how many there were; null after the last. */
export const retryAfter = (tries: number, random: number = Math.random()): number | null => {
  const seconds = webhookRetrySeconds[tries - 1]
  return seconds === undefined ? null : seconds * (1 + JITTER * random)
}

/** Seconds that an answer asks to be left alone for (RFC 9110, 10.2.3); null when it does not say. */
export const restAsked = (status: number | null, header: string | undefined, now: Date): number | null => {
  if ((status !== 429 && status !== 503) || header === undefined) return null
  const text = header.trim()
  const seconds = /^\d{1,9}$/.test(text) ? Number(text) : (Date.parse(text) - now.getTime()) / 1000
  return Number.isFinite(seconds) && seconds > 0 ? Math.min(seconds, MOST_DELAY_SECONDS) : null
}

/** For how long a receiver is left alone altogether. */
export const restOf = (seconds: number): number => Math.min(seconds, MOST_REST_SECONDS)
