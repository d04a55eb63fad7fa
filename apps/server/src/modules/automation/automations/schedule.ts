import type { AutomationTrigger } from '@recado/contracts/automation/automation-events'
import { fromWallClock, toWallClock } from '#server/lib/zone.ts'

const MINUTE = 60_000
const DAY = 86_400_000

type Schedule = Extract<AutomationTrigger, { kind: 'schedule' }>

const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))

/** 1 is Monday. */
export const weekdayOf = (wall: Date): number => ((wall.getUTCDay() + 6) % 7) + 1

const lastDayOf = (wall: Date): number =>
  new Date(Date.UTC(wall.getUTCFullYear(), wall.getUTCMonth() + 1, 0)).getUTCDate()

const isDayOf = (wall: Date, { every, weekdays, monthDay }: Schedule): boolean => {
  if (every === 'week' || every === 'day') return weekdays.length === 0 || weekdays.includes(weekdayOf(wall))
  return every !== 'month' || wall.getUTCDate() === Math.min(monthDay, lastDayOf(wall))
}

/** The next moment after `from` at which the clock of a zone says a time, on days that `fits` takes. */
export const nextClock = (
  time: string,
  from: Date,
  timezone: string,
  fits: (wall: Date) => boolean = () => true,
): Date | null => {
  const wall = toWallClock(from, timezone)
  const midnight = Date.UTC(wall.getUTCFullYear(), wall.getUTCMonth(), wall.getUTCDate())
  for (let day = 0; day <= 400; day++) {
    const at = new Date(midnight + day * DAY + minutesOf(time) * MINUTE)
    const instant = fromWallClock(at, timezone)
    if (instant > from && fits(at)) return instant
  }
  return null
}

/** When a trigger starts its automation by itself next; null for one that waits for something to happen. */
export const nextTime = (trigger: AutomationTrigger | null, from: Date, timezone: string): Date | null => {
  if (trigger?.kind === 'date_attribute') return nextClock(trigger.time, from, timezone)
  if (trigger?.kind !== 'schedule') return null
  if (trigger.every !== 'hour') return nextClock(trigger.time, from, timezone, (wall) => isDayOf(wall, trigger))
  const minute = Number(trigger.time.slice(3))
  const wall = toWallClock(from, timezone)
  const behind = (wall.getUTCMinutes() - minute + 60) % 60
  const start = from.getTime() - (from.getTime() % MINUTE)
  const next = start + (60 - behind) * MINUTE
  return new Date(behind === 0 && start > from.getTime() ? start : next)
}
