import { type TimeUnit, timeUnits } from '@recado/contracts/notifications/domain'
import { fromWallClock, knownTimezone, toWallClock } from '#server/lib/zone.ts'

const fixed: Partial<Record<TimeUnit, number>> = { seconds: 1000, minutes: 60_000, hours: 3_600_000 }
const inDays: Partial<Record<TimeUnit, number>> = { days: 1, weeks: 7 }

/** The last moment that anything may be planned for: the last one with a year of four digits. */
const lastMoment = Date.UTC(9999, 11, 31)

/** Whether a moment can be planned for. */
export const isPlannable = (moment: Date): boolean => Math.abs(moment.getTime()) <= lastMoment

/** Why an interval cannot be waited for, or null. Where the calendar decides the length, whole numbers are needed. */
export const intervalProblem = (amount: number, unit: TimeUnit): string | null => {
  if (!timeUnits.includes(unit)) return 'the unit is unknown'
  if (!Number.isFinite(amount) || amount < 0) return 'amount must be a number that is not negative'
  return fixed[unit] === undefined && !Number.isInteger(amount) ? `amount must be a whole number of ${unit}` : null
}

/**
 * A moment so much later (earlier, when negative). Days, weeks and months go by the calendar of the time zone and keep
 * the time of day; a month that is too short ends on its last day.
 */
export const addInterval = (from: Date, amount: number, unit: TimeUnit, timezone: string): Date => {
  const length = fixed[unit]
  if (length !== undefined) return new Date(from.getTime() + amount * length)
  if (amount === 0) return new Date(from)
  const zone = knownTimezone(timezone)
  const wall = toWallClock(from, zone)
  const [year, month, day] = [wall.getUTCFullYear(), wall.getUTCMonth(), wall.getUTCDate()]
  const days = inDays[unit]
  if (days === undefined) {
    const lastDay = new Date(Date.UTC(year, month + amount + 1, 0)).getUTCDate()
    wall.setUTCFullYear(year, month + amount, Math.min(day, lastDay))
  } else wall.setUTCDate(day + amount * days)
  return fromWallClock(wall, zone)
}
