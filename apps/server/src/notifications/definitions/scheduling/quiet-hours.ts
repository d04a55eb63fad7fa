import type { QuietHours } from '@recado/contracts/product-notifications/settings'
import { fromWallClock, knownTimezone, toWallClock } from '#server/lib/zone.ts'

const minutesOf = (time: string): number => {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return hours * 60 + minutes
}

/** When the quiet time ends that it is now; null when it is none. What began yesterday may still last. */
export const quietUntil = ({ enabled, timeZone, days, from, to }: QuietHours, now: Date): Date | null => {
  if (!enabled) return null
  const zone = knownTimezone(timeZone)
  const today = toWallClock(now, zone)
  const at = (dayOffset: number, minutes: number) =>
    new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth(), today.getUTCDate() + dayOffset, 0, minutes))
  const [begin, end] = [minutesOf(from), minutesOf(to)]
  for (const offset of [-1, 0]) {
    const beginning = at(offset, begin)
    if (!days.includes(beginning.getUTCDay())) continue
    const until = fromWallClock(at(end > begin ? offset : offset + 1, end), zone)
    if (fromWallClock(beginning, zone) <= now && now < until) return until
  }
  return null
}
