import { scheduledLimit } from '@recado/contracts/inbox/scheduled-messages'
import { instantOf, partsOf } from '#web/lib/i18n/wall-time.ts'

const hour = 3_600_000

export type TimeProblem = 'missing' | 'past' | 'far'

/** What is wrong with a moment to send at. */
export const timeProblem = (at: number | null, now: number): TimeProblem | null => {
  if (at === null) return 'missing'
  if (at <= now) return 'past'
  return at > now + scheduledLimit.days * 24 * hour ? 'far' : null
}

/** Whether only a template can be sent at a moment, as far as is known now. */
export const closedAt = (windowExpiresAt: string | null, at: number): boolean =>
  windowExpiresAt === null || Date.parse(windowExpiresAt) <= at

/** Moments that are often wanted, in a time zone. */
export const schedulePresets = (now: number, timeZone: string, windowExpiresAt: string | null) => {
  const { year, month, day, weekday } = partsOf(now, timeZone)
  const morning = (days: number) => instantOf({ year, month, day: day + days, hour: 9, minute: 0 }, timeZone)
  const beforeClosing = windowExpiresAt ? Date.parse(windowExpiresAt) - hour / 4 : 0
  return [
    { id: 'hour', at: now + hour },
    { id: 'tomorrow', at: morning(1) },
    { id: 'monday', at: morning((8 - weekday) % 7 || 7) },
    ...(beforeClosing > now + hour ? [{ id: 'window', at: beforeClosing }] : []),
  ] as const
}
